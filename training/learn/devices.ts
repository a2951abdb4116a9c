/** What `device` in a configuration may be. */
export const deviceChoices = ['cpu', 'gpu', 'auto'] as const;
/** Where a network learns: on the processor, or on a graphics card through WebGPU. */
export type LearningDevice = Exclude<(typeof deviceChoices)[number], 'auto'>;
