/** Lets the browser draw and hear the keyboard before the next part of long work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
