/** What the signs, structures and cards of Crown of Ash are, from its tables. */
import type { LegendEntry, LegendSection } from '../../../env/scene.js';
import { resourceNames } from '../data.js';
import { gains, signed, taxes } from '../names.js';
import type { CrownOptions } from '../options.js';
import { Position } from '../state.js';
import { kinds } from './kinds.js';

/** What a card pays: `3 gold`, `1 resource of choice`. */
function pays(reward: Readonly<Record<string, number | undefined>>): string {
  const words: Readonly<Record<string, (n: number) => string>> = {
    gold: (n) => `${n} gold`,
    wild: (n) => `${n} resource of choice`,
    vp: (n) => `${n} VP`,
    casualty: () => 'the winner loses a fighter',
  };
  const told = Object.entries(reward).flatMap(([what, n]) => (n && words[what] ? [words[what](n)] : []));
  return told.join(', ') || 'nothing';
}

export function legend(options: CrownOptions): LegendSection[] {
  const s = new Position(options);
  const { components, numbers } = s.tables;
  const { pairBonus, tripleBonus, kingAttack, goldSpace, resourcesPerVp, goldPerVp, coveredTileVp } = numbers;
  const fighters: LegendEntry[] = resourceNames.map((name, kind) => ({
    name,
    text:
      'A resource, and a kind of fighter; the number is its attack. Two fighters of a kind in one battle add ' +
      `${pairBonus}, three add ${tripleBonus}.`,
    token: { name, ...kinds[kind]! },
  }));
  const signs: LegendEntry[] = [
    {
      name: 'minion',
      text: 'Does one work a lap: gathers (g), takes gold, builds, fights (c) or takes cards back.',
      token: { name: 'minion', shape: 'pawn', tone: 'brown', sign: 'g' },
      also: ['minions', 'minion gathering', 'minion fighting'],
    },
    {
      name: 'the King',
      text: `Holds the Citadel at first, with attack ${kingAttack}.`,
      token: { name: 'the King', shape: 'crown', tone: 'yellow', sign: `${kingAttack}` },
    },
    {
      name: 'Citadel',
      text: `Gives its holder ${components.citadelVp.join(', ')} VP in the rounds of the game, one after the other.`,
    },
    ...components.flanks.map(({ name, modifier, once }) => ({
      name: `${name} of the Citadel`,
      text: `An attack from there has ${signed(modifier)}${once ? ', and it is used once a round' : ''}.`,
      also: [`from the ${name}`],
    })),
    {
      name: 'VP',
      text: `Victory points. At the end ${resourcesPerVp} resources of one kind are 1, ${goldPerVp} gold are 1; a structure that was built over gives ${coveredTileVp} each round.`,
    },
    { name: `take ${goldSpace} gold`, text: `The work of a minion: ${goldSpace} gold, always possible.` },
    {
      name: 'take back cards',
      text: 'All combat cards that you have played come back, once a round.',
      also: ['take back the combat cards'],
    },
    { name: 'wild', text: 'A resource of your choice.' },
    {
      name: 'fate',
      text: 'A secret card with two kinds: at the end each raised fighter of yours of these kinds gives its tier in VP.',
    },
  ];
  const structures: LegendEntry[] = components.structures.map(({ name, cost, vp, resurrect }, tile) => ({
    name,
    text:
      `${vp} VP a round${cost > 0 ? `, costs ${cost} gold` : ''}. Who gathers here gets ` +
      `${resurrect ? 'a fighter back from the graveyard' : gains(s, tile)}; its owner gets ${taxes(s, tile)} when others do.`,
  }));
  const cards: LegendEntry[] = components.combatCards.map(({ value, win, lose }) => ({
    name: `card ${value}`,
    text: `${value === 'die' ? 'Adds a die' : `Adds ${value}`} to a battle. Won: ${pays(win)}; lost: ${pays(lose)}.`,
  }));
  return [
    { title: 'Signs', entries: signs },
    { title: 'Fighters', entries: fighters },
    { title: 'Combat cards', entries: cards },
    { title: 'Structures', entries: structures },
  ];
}
