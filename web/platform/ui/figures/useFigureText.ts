import { type ChangeEvent, type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { cents, formatAmount } from '#domain/platform/money'
import { readAmount } from '#domain/platform/readAmount'
import type { ReadingProblem } from '../feedback/ReadingWords.ts'
import { useUnreadText } from '../feedback/unreadText.ts'

type Figure = {
  /** Hundredths: cents of an amount, basis points of a rate. */
  value: number | null
  /** `readable` is false while the text is neither empty nor a figure; the value is then null. */
  onChange: (value: number | null, readable: boolean) => void
  unit: '€' | '%'
  signed?: boolean
  /** The most that is taken, in hundredths. */
  most?: number
}

/** An amount with both decimals, a rate with those that it needs: `12,50`, `5,9`. */
function written(value: number, unit: '€' | '%'): string {
  const text = formatAmount(cents(value))
  return unit === '€' ? text : text.replace(/,00$/, '').replace(/(,\d)0$/, '$1')
}

/** What needs no telling while it is typed: the value is on the screen as it will be written. */
const plainTyping = /^[\u2212-]?\d*(?:,\d{0,2})?$/

/**
 * The text of a box for a figure. It stands as it was typed until the box is left, then as it was understood; a paste is written so at once.
 * Nothing typed is changed or dropped: what cannot be read stays, with a sentence, and counts as no value.
 */
export function useFigureText({ value, onChange, unit, signed = false, most }: Figure) {
  const input = useRef<HTMLInputElement>(null)
  const textOf = (figure: number | null) => (figure === null ? '' : written(figure, unit))
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  const [said, setSaid] = useState(false)
  const read = (typed: string): { figure: number | null; problem: ReadingProblem | null } => {
    const { cents: found, problem } = readAmount(typed, { signed, unit })
    if (found !== null && most !== undefined && found > most) return { figure: null, problem: 'most' }
    return { figure: found, problem: problem === 'empty' ? null : problem }
  }
  const { figure, problem } = read(text)
  // Another value from outside is shown. Null is what an unreadable text, or a form to which 0 means nothing, made of the text itself.
  if (value !== seen) {
    setSeen(value)
    if (figure !== value && !(value === null && (problem !== null || figure === 0))) setText(textOf(value))
  }

  function take(typed: string, whole: boolean) {
    const next = read(typed)
    setText(typed)
    setSaid(next.problem !== null && (whole || (next.problem !== 'format' && next.problem !== 'ambiguous')))
    onChange(next.figure, next.problem === null)
  }
  const { invalid, alone } = useUnreadText(input, problem, said, () => setSaid(true))
  return {
    /** What the text is read as, where that is not already what stands there. */
    understood: figure !== null && !plainTyping.test(text) && text !== textOf(figure) ? textOf(figure) : null,
    alone,
    control: {
      ref: input,
      value: text,
      'aria-invalid': invalid || undefined,
      onBeforeInput(event: FormEvent<HTMLInputElement> & { data?: string | null }) {
        // A single letter is a slip of the hand; a longer text is read, or refused, whole.
        if (event.data?.length === 1 && /[\p{L}_]/u.test(event.data)) event.preventDefault()
      },
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const typed = event.target.value
        take(typed, typed.length > text.length + 1)
      },
      onPaste(event: ClipboardEvent<HTMLInputElement>) {
        const { selectionStart, selectionEnd, value: present } = event.currentTarget
        const pasted = read(event.clipboardData.getData('text'))
        if (selectionStart !== 0 || selectionEnd !== present.length || pasted.figure === null) return
        event.preventDefault()
        take(textOf(pasted.figure), true)
      },
      leave() {
        setSaid(problem !== null)
        if (problem === null) setText(textOf(figure === null ? null : value))
      },
    },
  }
}
