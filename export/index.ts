/** What leaves the project: exported players, pages, folders for boardgame.io. */
export { firstShares } from '../env/returns.js';
export {
  type ExportFormat,
  type ExportRequest,
  type ExportResult,
  type ExportSettings,
  exportFormats,
  exportPolicy,
} from './player/index.js';
export {
  contentPolicy,
  makeSite,
  type Site,
  type SiteRequest,
  type SiteResult,
  siteRequest,
  writeSite,
} from './web/index.js';
