/** A person plays Kuhn poker in boardgame.io against a bot of tabletop-gym; here the person takes the first action always. */
// With a bundler these are boardgame.io/client and boardgame.io/multiplayer.
import { Client } from 'boardgame.io/dist/cjs/client.js';
import { Local } from 'boardgame.io/dist/cjs/multiplayer.js';
import { botOf, game } from './kuhn-boardgame.io/index.mjs';

const client = Client({
  game,
  numPlayers: 2,
  playerID: '0',
  multiplayer: Local({ bots: { 1: botOf('scripted:nash') } }),
  debug: false,
});
let told = '';
client.subscribe((state) => {
  // It comes with the same state more than once.
  if (!state || state.G.text === told) return;
  const { text, actions, result } = state.G;
  told = text;
  if (result) {
    console.log(`${text}\nplaces: ${result.places}`);
    client.stop();
  } else if (actions.length > 0) {
    console.log(`${text}\n${actions.map(({ action, text }) => `${action}: ${text}`).join(', ')}`);
    setTimeout(() => client.moves.act(actions[0].action));
  }
});
client.start();
