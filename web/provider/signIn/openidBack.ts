const key = 'console:back'

/** Keeps the page to return to in this tab, while the identity provider has it. */
export function keepBack(back: string | undefined): void {
  if (back === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, back)
}

/** The kept page, once. */
export function takeBack(): string | undefined {
  const back = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return back
}
