import { scriptedSpec } from '../../bots/scripted-spec.js';
import { LEAST_TEMPERATURE, noisyAgent } from '../../noisy.js';
import { botNamed, botParts } from '../bots.js';
import { needed, numberOption } from '../grammar.js';
import { playingKind } from '../kind.js';

export const scripted = playingKind({
  kind: 'scripted',
  spec: 'scripted:<name>',
  about: 'a scripted player (tabletop games <game>)',
  options: { temperature: numberOption(LEAST_TEMPERATURE), mistakes: numberOption(0, 1) },
  travels: 'nothing',
  load(parsed, context) {
    const bot = botNamed(needed(parsed, 'the name of a bot'), `agent ${parsed.spec}`, context);
    const create = () => noisyAgent(parsed.spec, bot(), parsed.options, context.game.actions);
    // Whether it has action values to draw by shows before the first game.
    create();
    return create;
  },
  parts: ({ what }, context) => botParts(scriptedSpec(what), 'itself', context),
});
