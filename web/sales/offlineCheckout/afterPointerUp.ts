/**
 * Runs immediately, or after the current pointer press: a message that appears between pointerdown and pointerup would shift the pressed
 * button from under the pointer.
 */
export function afterPointerUp(run: () => void): void {
  if (!document.documentElement.matches(':active')) return run()
  addEventListener('pointerup', () => setTimeout(run), { once: true })
}
