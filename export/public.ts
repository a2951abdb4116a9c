/** Policies, bots and games as files for other programs, and games as web pages. */

export { exportFormats } from './network/export-network.js';
export { exportPolicy } from './player/index.js';
export { makeSite, siteRequest, writeSite } from './web/index.js';
