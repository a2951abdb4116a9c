/**
 * The settings of a run in TensorBoard's HPARAMS tab: what was set, beside what came of it. They are records of its
 * hparams plugin (tensorboard/plugins/hparams/plugin_data.proto and api.proto) in the metadata of summaries without a
 * value.
 */
import { ProtoWriter } from '../../env/protobuf.js';

/** A setting in the plugin's form. */
export type Hyperparameter = string | number | boolean;

/** The settings by name: `ppo.learningRate.from`. Phases go by their names; empty and missing ones are left out. */
export function hyperparameters(config: object): Record<string, Hyperparameter> {
  const found: Record<string, Hyperparameter> = {};
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
      found[name] = value;
    else if (Array.isArray(value)) {
      if (value.length > 0 && value.every((one) => typeof one !== 'object')) found[name] = value.join(',');
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) add(name === '' ? key : `${name}.${key}`, one);
  };
  const { phases = [], ...rest } = config as { phases?: { name: string }[] };
  add('', rest);
  for (const { name, ...settings } of phases) add(name, settings);
  return found;
}

const [text, bool, float64] = [1, 2, 3];
const success = 1;

/** A summary that holds nothing but a record of the plugin. */
function summary(tag: string, write: (data: ProtoWriter) => void): Uint8Array {
  const data = new ProtoWriter().int(1, 0);
  write(data);
  const content = data.finish();
  return new ProtoWriter()
    .message(1, (value) =>
      value
        .bytes(1, tag)
        .message(9, (metadata) => metadata.message(1, (plugin) => plugin.bytes(1, 'hparams').bytes(2, content))),
    )
    .finish();
}

/**
 * Two summaries that begin a session: which settings and curves there are, and what the settings are.
 * @param time seconds since 1970
 * @param metrics tags of the curves to show
 */
export function sessionStart(
  time: number,
  settings: Readonly<Record<string, Hyperparameter>>,
  metrics: readonly string[],
): Uint8Array[] {
  const entries = Object.entries(settings);
  const experiment = summary('_hparams_/experiment', (data) =>
    data.message(2, (message) => {
      message.double(3, time);
      for (const [name, value] of entries)
        message.message(4, (info) =>
          info.bytes(1, name).int(4, typeof value === 'string' ? text : typeof value === 'boolean' ? bool : float64),
        );
      for (const tag of metrics) message.message(5, (info) => info.message(1, (name) => name.bytes(2, tag)));
    }),
  );
  const start = summary('_hparams_/session_start_info', (data) =>
    data.message(3, (message) => {
      for (const [name, value] of entries)
        message.message(1, (entry) =>
          entry.bytes(1, name).message(2, (held) => {
            if (typeof value === 'string') held.bytes(3, value);
            else if (typeof value === 'boolean') held.int(4, value ? 1 : 0);
            else held.double(2, value);
          }),
        );
      message.double(5, time);
    }),
  );
  return [experiment, start];
}

/** The summary that ends a session. */
export function sessionEnd(time: number): Uint8Array {
  return summary('_hparams_/session_end_info', (data) =>
    data.message(4, (message) => message.int(1, success).double(2, time)),
  );
}
