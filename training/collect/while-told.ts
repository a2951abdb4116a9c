/** Waits for work and reports its progress. */

/** Calls `tell` twice a second until the work is done; what it throws ends the waiting. */
export async function whileTold<T>(work: Promise<T>, tell: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        tell();
      } catch (error) {
        reject(error);
      }
    }, 500);
  });
  try {
    return await Promise.race([work, failed]);
  } finally {
    clearInterval(timer);
  }
}
