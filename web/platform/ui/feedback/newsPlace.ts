/** The containers for toasts in open dialogs; the dialog opened last is on top. */
const places: HTMLElement[] = []
const followers = new Set<(place: HTMLElement) => void>()

const present = (): HTMLElement => places.at(-1) ?? document.body
const tell = () => {
  for (const follow of followers) follow(present())
}

/** Registers an open dialog’s container for toasts: everything outside a modal dialog is inert. Returns the function that removes it. */
export function offerNewsPlace(place: HTMLElement): () => void {
  places.push(place)
  tell()
  return () => {
    places.splice(places.indexOf(place), 1)
    tell()
  }
}

/** Calls back with the current container, now and whenever a dialog opens or closes. Returns the unsubscribe function. */
export function followNewsPlace(follow: (place: HTMLElement) => void): () => void {
  followers.add(follow)
  follow(present())
  return () => void followers.delete(follow)
}
