/** The table of procedures, held against play. */
import { describe, expect, it } from 'vitest';
import { stepsAt } from './asked.js';
import type { ProcedureName } from './rules/definitions.js';
import { procedures } from './rules/engine.js';
import { FRAME, procedureNames, promptNames } from './state.js';
import { playSampled } from './test/sampled-positions.js';

describe('procedures', () => {
  it('ask every prompt, those with a condition where another may ask too', () => {
    for (const name of promptNames) {
      const ways = Object.values(procedures).flatMap(({ asks }) => (asks[name] ? [asks[name]] : []));
      expect(ways, name).not.toHaveLength(0);
      if (ways.length > 1) for (const { when } of ways) expect(when, name).toBeDefined();
    }
  });

  it.each(['rulebook', 'airef'] as const)('are at a step that has a name and is possible there: %s', (edition) => {
    const met = new Set<string>();
    playSampled(`steps ${edition}`, 2, 3, { edition }, (s) => {
      for (let frame = 0; frame < s.depth && !s.over; frame++) {
        const at = frame * FRAME;
        const name = procedureNames[s.frames[at]!] as ProcedureName;
        const step = s.frames[at + 1]!;
        // Walks and cards count with their steps.
        if (name !== 'walk' && name !== 'card') expect(Object.values(procedures[name].steps), name).toContain(step);
        expect(stepsAt(s, frame), name).toContain(step);
        met.add(name);
      }
    });
    expect([...met]).toEqual(expect.arrayContaining(['turn', 'arrive', 'fight', 'harvest']));
  });
});
