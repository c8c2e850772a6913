import { useEffect, useLayoutEffect, useRef } from 'react'
import { readAmount, type AmountProblem } from '#domain/platform/readAmount'
import { padKeyOf, padTextOf, pressed } from './padText.ts'
import { scannedCode, type TimedKey } from './scannedCode.ts'

type TillKeys = {
  text: string
  onText: (text: string) => void
  /** Enter: the one verb of the till. */
  onEnter: () => void
  /** A scanner read an order number. */
  onCode: (code: string) => void
  /** An amount was pasted that cannot be read; what stood there stays. */
  onUnread: (problem: Exclude<AmountProblem, 'empty'>) => void
  active: boolean
}

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Enter on a control presses that control; after a scan it presses nothing. */
const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null
/** Longest pause inside one scan or one typed figure, in milliseconds. */
const forgetAfterMs = 1_500

/**
 * The till's keys without a field: figures, comma, Backspace and Enter of any keyboard, a scanner that types an order number and presses
 * Enter, and a pasted amount such as "1.234,56".
 */
export function useTillKeys(options: TillKeys): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { active } = options
  // As soon as the till is seen: a scanner types at once.
  useLayoutEffect(() => {
    if (!active) return
    let keys: TimedKey[] = []
    let before = ''
    const onKey = (event: KeyboardEvent) => {
      const { text, onText, onEnter, onCode } = latest.current
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target) || document.querySelector('dialog[open]')) return
      const atMs = event.timeStamp
      if (atMs - (keys.at(-1)?.atMs ?? 0) > forgetAfterMs) keys = []
      if (event.key === 'Enter') {
        const code = scannedCode(keys)
        keys = []
        if (code !== null) {
          // What the scanner's figures wrote into the amount is taken back.
          onText(before)
          onCode(code)
        } else if (isControl(event.target)) return
        else onEnter()
        return event.preventDefault()
      }
      if (event.key.length !== 1 && event.key !== 'Backspace' && event.key !== 'Delete') return
      if (keys.length === 0) before = text
      if (event.key.length === 1) keys.push({ key: event.key, atMs })
      const key = padKeyOf(event.key)
      if (key === null) return
      event.preventDefault()
      const next = pressed(text, key)
      latest.current = { ...latest.current, text: next } // the next key of a scanner may come before the page is drawn
      onText(next)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (takesText(event.target)) return
      const { cents, problem } = readAmount(event.clipboardData?.getData('text') ?? '')
      if (problem === 'empty') return
      event.preventDefault()
      if (cents === null) latest.current.onUnread(problem)
      else if (cents > 999_999_999) latest.current.onUnread('large')
      else latest.current.onText(padTextOf(cents))
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('paste', onPaste)
    }
  }, [active])
}
