export type { Association } from './associations.js';
export { type CompareRequest, type Comparison, compareOptions, type Measure } from './compare.js';
export { comparisonCsv, reportCsv } from './csv.js';
export type { Decided, RoundChances } from './decided.js';
export type { Effect } from './effects.js';
export { comparisonPage, reportPage } from './page.js';
export { gameReport, type ReportRequest } from './report.js';
export type { Choice, GameReport, Level, PlaceTest } from './result.js';
export { comparisonText, gameReportText } from './text.js';
