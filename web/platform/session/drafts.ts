import { clientState } from './session.ts'

/** What the keys of all drafts begin with. */
export const draftPrefix = 'draft:'
/** And those of what this tab has read or done, which nobody typed. */
const notePrefix = 'tab:'

/** Both belong to one user, one shop and one mode; nobody sees another's on a shared device. */
function keyOf(prefix: string, name: string): string | null {
  const { account, merchantId, mode } = clientState.get()
  return account ? `${prefix}${account.userId}:${merchantId ?? ''}:${mode}:${name}` : null
}

function keep(key: string | null, value: unknown): void {
  try {
    if (key) sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // storage switched off or full: it lasts as long as the page
  }
}

function read(key: string | null): unknown {
  try {
    return key ? (JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown) : null
  } catch {
    return null
  }
}

/** Keeps what was typed, in this tab only, until it is sent, removed, or the user signs out. */
export const keepDraft = (name: string, value: unknown): void => keep(keyOf(draftPrefix, name), value)

/** What was typed before; null when there is none or it cannot be read. Its shape is the caller's to check. */
export const readDraft = (name: string): unknown => read(keyOf(draftPrefix, name))

/** Keeps what this tab has read or done, until the user signs out. */
export const keepInTab = (name: string, value: unknown): void => keep(keyOf(notePrefix, name), value)

/** What this tab has read or done before; null when it has not. Its shape is the caller's to check. */
export const readFromTab = (name: string): unknown => read(keyOf(notePrefix, name))

/** What the names of requests begin with that were sent and have no answer. */
export const sentPrefix = 'sent:'

/** Whether something was typed and not sent in the present shop and mode. */
export function hasDrafts(): boolean {
  const start = keyOf(draftPrefix, '') ?? ' '
  return Object.keys(sessionStorage).some((key) => key.startsWith(start) && !key.startsWith(start + sentPrefix))
}

/** Forgets one draft. */
export function removeDraft(name: string): void {
  const key = keyOf(draftPrefix, name)
  if (key) sessionStorage.removeItem(key)
}

/** Forgets all that this tab keeps, on signing out. */
export function wipeDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix) || key.startsWith(notePrefix)) sessionStorage.removeItem(key)
}
