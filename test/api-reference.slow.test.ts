/** The API reference can be made, and what it says of parameters is true (`npm run docs`). */
import { Application, LogLevel } from 'typedoc';
import { expect, it } from 'vitest';
import { root } from './paths.js';

it('has no warnings', async () => {
  const said: string[] = [];
  const app = await Application.bootstrapWithPlugins({ options: root, logLevel: LogLevel.Warn });
  app.logger.log = (message, level) => {
    if (level >= LogLevel.Warn) said.push(message);
  };
  const project = await app.convert();
  expect(project).toBeDefined();
  app.validate(project!);
  expect(said).toEqual([]);
});
