import { UserError } from '../../../env/user-error.js';
import { LEVELS, rungOf } from '../../ladder.js';
import { needed, type Option } from '../grammar.js';
import { standInKind } from '../kind.js';

const ladder: Option<string> = {
  read(text, where) {
    if (text === '') throw new UserError(`${where} needs the file of a ladder`);
    return text;
  },
  local: 'a ladder from a file does not travel; name the agent of that level itself',
};

export const level = standInKind({
  kind: 'level',
  spec: `level:<1..${LEVELS}>`,
  about: 'a level of the shipped ladder',
  options: { ladder },
  travels: 'nothing',
  standsFor(parsed, context) {
    const number = Number(needed(parsed, `a level, 1 to ${LEVELS}`));
    if (!Number.isInteger(number) || number < 1 || number > LEVELS)
      throw new UserError(`agent ${parsed.spec}: wanted a level from 1 to ${LEVELS}`);
    return rungOf(number, context, parsed.options.ladder).rung.agent;
  },
});
