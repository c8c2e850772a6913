/**
 * Runs at once, or after the press that is under way: a sentence that appears between press and release would move what is being pressed
 * from under the finger.
 */
export function afterPress(run: () => void): void {
  if (!document.documentElement.matches(':active')) return run()
  addEventListener('pointerup', () => setTimeout(run), { once: true })
}
