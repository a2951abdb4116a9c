/**
 * ONNX Runtime in WebAssembly: about three times slower than the native library, but it runs wherever Node does
 * and has no installer.
 */
import { createRequire } from 'node:module';
import type * as onnxruntime from 'onnxruntime-common';
import type { InferenceSession } from 'onnxruntime-common';

type Ort = typeof onnxruntime;

const require = createRequire(import.meta.url);

/** Undefined where it is not installed. */
export function loadWebOnnx(): Ort | undefined {
  try {
    require.resolve('onnxruntime-web');
  } catch {
    return undefined;
  }
  const ort = require('onnxruntime-web') as Ort;
  ort.env.logLevel = 'error';
  // With more it would start threads of its own in each of ours.
  ort.env.wasm.numThreads = 1;
  return { ...ort, InferenceSession: { ...ort.InferenceSession, create: createWritingSession(ort) } };
}

type Run = InferenceSession['run'];

/** Sessions that write into tensors that the caller gives, as native ones do: these would leave them as they are. */
function createWritingSession(ort: Ort): typeof ort.InferenceSession.create {
  const create = ort.InferenceSession.create as (...args: unknown[]) => Promise<InferenceSession>;
  return async (...args: unknown[]) => {
    const session = await create.apply(ort.InferenceSession, args);
    const run = session.run.bind(session);
    session.run = (async (feeds, fetches: InferenceSession.FetchesType | undefined, options) => {
      if (!fetches || Array.isArray(fetches)) return run(feeds, fetches as never, options);
      const made = await run(feeds, Object.keys(fetches), options);
      for (const [name, tensor] of Object.entries(fetches)) {
        if (tensor) (tensor.data as Float32Array).set(made[name]!.data as Float32Array);
      }
      return { ...made, ...fetches } as InferenceSession.ReturnType;
    }) as Run;
    return session;
  };
}
