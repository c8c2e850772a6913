/** The containers for toasts in open dialogs; the dialog opened last is on top. */
const containers: HTMLElement[] = []
const listeners = new Set<(container: HTMLElement) => void>()

const current = (): HTMLElement => containers.at(-1) ?? document.body
const notify = () => {
  for (const listener of listeners) listener(current())
}

/** Registers an open dialog’s container for toasts: everything outside a modal dialog is inert. Returns the function that removes it. */
export function registerToastContainer(container: HTMLElement): () => void {
  containers.push(container)
  notify()
  return () => {
    containers.splice(containers.indexOf(container), 1)
    notify()
  }
}

/** Calls back with the current container, now and whenever a dialog opens or closes. Returns the unsubscribe function. */
export function watchToastContainer(listener: (container: HTMLElement) => void): () => void {
  listeners.add(listener)
  listener(current())
  return () => void listeners.delete(listener)
}
