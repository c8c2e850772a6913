import { clientState } from './session.ts'

/** Key prefix of drafts. */
export const draftPrefix = 'draft:'
/** Key prefix of values kept in the tab that nobody typed. */
const notePrefix = 'tab:'

/** Both belong to one user, merchant and mode, so that nobody sees another user’s on a shared device. */
function keyOf(prefix: string, name: string): string | null {
  const { account, merchantId, mode } = clientState.get()
  return account ? `${prefix}${account.userId}:${merchantId ?? ''}:${mode}:${name}` : null
}

function keep(key: string | null, value: unknown): void {
  try {
    if (key) sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // storage is unavailable or full: the value lasts until the page is unloaded
  }
}

function read(key: string | null): unknown {
  try {
    return key ? (JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown) : null
  } catch {
    return null
  }
}

/** Saves a draft, in this tab only, until it is sent, removed, or the user signs out. */
export const keepDraft = (name: string, value: unknown): void => keep(keyOf(draftPrefix, name), value)

/** Reads a draft; null when there is none or it cannot be read. The caller checks its shape. */
export const readDraft = (name: string): unknown => read(keyOf(draftPrefix, name))

/** Saves a value in this tab until the user signs out. */
export const keepInTab = (name: string, value: unknown): void => keep(keyOf(notePrefix, name), value)

/** Reads a value kept in this tab; null when there is none. The caller checks its shape. */
export const readFromTab = (name: string): unknown => read(keyOf(notePrefix, name))

/** Name prefix of requests that were sent and have no answer yet. */
export const sentPrefix = 'sent:'

/** Whether there are unsent drafts of the current merchant and mode. */
export function hasDrafts(): boolean {
  const start = keyOf(draftPrefix, '') ?? ' '
  return Object.keys(sessionStorage).some((key) => key.startsWith(start) && !key.startsWith(start + sentPrefix))
}

/** Removes one draft. */
export function removeDraft(name: string): void {
  const key = keyOf(draftPrefix, name)
  if (key) sessionStorage.removeItem(key)
}

/** Removes everything kept in this tab, on signing out. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix) || key.startsWith(notePrefix)) sessionStorage.removeItem(key)
}
