import { useEffect, useLayoutEffect, useRef } from 'react'
import { readAmount, type AmountProblem } from '#domain/platform/readAmount'
import { padKeyOf, padTextOf, pressed } from './padText.ts'
import { scannedCode, type TimedKey } from './scannedCode.ts'

type TillKeys = {
  text: string
  onText: (text: string) => void
  /** Enter: charge. */
  onEnter: () => void
  /** A barcode scanner read an order number. */
  onCode: (code: string) => void
  /** A pasted amount could not be parsed; the current one is kept. */
  onUnread: (problem: Exclude<AmountProblem, 'empty'>) => void
  active: boolean
}

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Enter on a focused control activates it; after a scan it does nothing. */
const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null
/** Longest pause within one scan or typed number, in milliseconds. */
const maxPauseMs = 1_500

/**
 * Global keyboard input of the till: digits, comma, Backspace and Enter of any keyboard, a scanner that types an order number and presses
 * Enter, and a pasted amount such as "1.234,56".
 */
export function useTillKeys(options: TillKeys): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { active } = options
  // A layout effect: a scanner may type as soon as the till is visible.
  useLayoutEffect(() => {
    if (!active) return
    let keys: TimedKey[] = []
    let before = ''
    const onKey = (event: KeyboardEvent) => {
      const { text, onText, onEnter, onCode } = latest.current
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target) || document.querySelector('dialog[open]')) return
      const atMs = event.timeStamp
      if (atMs - (keys.at(-1)?.atMs ?? 0) > maxPauseMs) keys = []
      if (event.key === 'Enter') {
        const code = scannedCode(keys)
        keys = []
        if (code !== null) {
          // Undoes what the scanner's digits typed into the amount.
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
      latest.current = { ...latest.current, text: next } // a scanner's next key may come before the next render
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
