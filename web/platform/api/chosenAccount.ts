/** Session storage key of the account that this tab works in. */
const place = 'account'

function read(): string | null {
  try {
    return sessionStorage.getItem(place)
  } catch {
    return null
  }
}

let chosen = read()

/** The account of this tab, for somebody who belongs to several; null: the one where the server begins. It is sent with every call. */
export const chosenAccount = (): string | null => chosen

/** Sets the account of this tab, before anything of it is read. It survives a reload. */
export function chooseAccount(id: string | null): void {
  chosen = id
  if (id === null) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, id)
}

/** Opens an address in another account: as a new document, so that nothing read in this one remains. */
export function openInAccount(id: string, href: string): void {
  chooseAccount(id)
  location.assign(href)
}
