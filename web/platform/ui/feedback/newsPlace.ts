/** Where news can be shown in each open dialog; the one opened last is over the others. */
const places: HTMLElement[] = []
const followers = new Set<(place: HTMLElement) => void>()

const present = (): HTMLElement => places.at(-1) ?? document.body
const tell = () => {
  for (const follow of followers) follow(present())
}

/** An open dialog says where news belongs in it: all that lies outside a modal dialog is covered and cannot be pressed. Returns how to take that back. */
export function offerNewsPlace(place: HTMLElement): () => void {
  places.push(place)
  tell()
  return () => {
    places.splice(places.indexOf(place), 1)
    tell()
  }
}

/** Tells where news belongs, now and whenever a dialog opens or closes. Returns how to stop. */
export function followNewsPlace(follow: (place: HTMLElement) => void): () => void {
  followers.add(follow)
  follow(present())
  return () => void followers.delete(follow)
}
