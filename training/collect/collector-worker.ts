/** The module of a thread that collects. */
import { answerCalls } from '../../env/thread.js';
import { createPart, type Part, type PartSetup } from './collector-part.js';

answerCalls<PartSetup, Part>(createPart);
