import { createElement } from 'react'
import { t } from '../i18n/t.ts'
import { copyText } from '../ui/controls/copyText.ts'
import { draftPrefix } from './drafts.ts'
import { clientState } from './session.ts'
import { ToastAction } from '../feedback/ToastAction.tsx'
import { showToast } from '../feedback/toasts.ts'

/** Text typed when the session ended, by field label; in this tab only, removed on signing out. */
type Typed = { path: string; fields: readonly { label: string; text: string }[] }

type TextField = HTMLInputElement | HTMLTextAreaElement

const toast = 'typed'
const textFields = ':is(main, dialog[open]) :is(input:not([type=password], [type=file], [type=checkbox], [type=radio]), textarea)'
const touched = new WeakSet<Element>()

const keyOf = (userId: string) => `${draftPrefix}typed:${userId}`
const labelOf = (field: TextField): string => field.labels?.[0]?.textContent ?? field.ariaLabel ?? ''
const fieldsOnPage = (): TextField[] => [...document.querySelectorAll<TextField>(textFields)]

/** Saves what was typed on this page, and the fields of an open dialog; called before the page is unloaded. */
export function keepTyped(): void {
  const userId = clientState.get().account?.userId
  const fields = fieldsOnPage()
    .filter((field) => (touched.has(field) || field.closest('dialog')) && field.value.trim() !== '')
    .map((field) => ({ label: labelOf(field), text: field.value }))
  if (userId !== undefined && fields.length > 0)
    sessionStorage.setItem(keyOf(userId), JSON.stringify({ path: location.pathname, fields } satisfies Typed))
}

function takeSaved(key: string): Typed | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Typed | null // written above, in this tab
    return stored?.path === location.pathname ? stored : null
  } catch {
    return null
  }
}

/** Sets a value as if it were typed: the field’s form receives the input event. */
function typeInto(field: TextField, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Restores each text to the field of its label; texts without a field are copied to the clipboard. */
function restore({ fields }: Typed): void {
  const free = fieldsOnPage()
  const homeless = fields.filter(({ label, text }) => {
    const at = free.findIndex((field) => labelOf(field) === label)
    const [field] = at < 0 ? [] : free.splice(at, 1)
    if (field && field.value !== text) typeInto(field, text)
    return field === undefined
  })
  if (homeless.length === 0) return
  void copyText(homeless.map(({ text }) => text).join('\n')).then(() => showToast(t('shell.typed.copied'), { key: toast }))
}

/** Tracks typing from now on, and offers what was typed here before the session ended. Called once, after the first render. */
export function startTypedText(): void {
  addEventListener('input', ({ target }) => target instanceof Element && touched.add(target), { capture: true })
  const userId = clientState.get().account?.userId
  if (userId === undefined) return
  const saved = takeSaved(keyOf(userId))
  if (!saved) return
  sessionStorage.removeItem(keyOf(userId))
  // A form that keeps its own drafts has restored them already.
  if (saved.fields.every(({ label, text }) => fieldsOnPage().some((field) => labelOf(field) === label && field.value === text))) return
  // Fills empty fields at once: under an open dialog nothing else could be pressed.
  const isFree = ({ label }: Typed['fields'][number]) => fieldsOnPage().some((field) => labelOf(field) === label && field.value === '')
  if (saved.fields.every(isFree)) {
    restore(saved)
    return showToast(t('shell.typed.kept'), { key: toast })
  }
  showToast(t('shell.typed.kept'), {
    key: toast,
    action: createElement(ToastAction, { label: t('shell.typed.putBack'), onPress: () => restore(saved), toast }),
    lastsMs: 0,
  })
}
