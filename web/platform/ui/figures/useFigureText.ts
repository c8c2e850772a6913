import { type ChangeEvent, type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { cents, formatAmount } from '#domain/platform/money'
import { readAmount } from '#domain/platform/readAmount'
import type { ReadingProblem } from '../feedback/ParseErrorMessage.ts'
import { useUnparsedText } from '../feedback/unparsedText.ts'

type Figure = {
  /** Hundredths: cents of an amount, basis points of a rate. */
  value: number | null
  /** `readable` is false while the text is neither empty nor a number; the value is then null. */
  onChange: (value: number | null, readable: boolean) => void
  unit: '€' | '%'
  signed?: boolean
  /** The maximum, in hundredths. */
  most?: number
}

/** Formats an amount with two decimals, a rate with as many as it needs: `12,50`, `5,9`. */
function written(value: number, unit: '€' | '%'): string {
  const text = formatAmount(cents(value))
  return unit === '€' ? text : text.replace(/,00$/, '').replace(/(,\d)0$/, '$1')
}

/** Whether the parsed value needs no echo while typing: the text is already in its final form. */
const plainTyping = /^[\u2212-]?\d*(?:,\d{0,2})?$/

/**
 * The text of a number input. It stays as typed until blur, then it is formatted; a paste is formatted at once. Nothing typed is changed or dropped: an
 * unparseable text stays, with a message, and its value is null.
 */
export function useFigureText({ value, onChange, unit, signed = false, most }: Figure) {
  const input = useRef<HTMLInputElement>(null)
  const textOf = (figure: number | null) => (figure === null ? '' : written(figure, unit))
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  const [isProblemShown, setIsProblemShown] = useState(false)
  const read = (typed: string): { figure: number | null; problem: ReadingProblem | null } => {
    const { cents: amount, problem } = readAmount(typed, { signed, unit })
    if (amount !== null && most !== undefined && amount > most) return { figure: null, problem: 'most' }
    return { figure: amount, problem: problem === 'empty' ? null : problem }
  }
  const { figure, problem } = read(text)
  // The value was changed from outside. Null is what an unparseable text, or a form for which 0 means nothing, made of the text itself.
  if (value !== seen) {
    setSeen(value)
    if (figure !== value && !(value === null && (problem !== null || figure === 0))) setText(textOf(value))
  }

  function take(typed: string, whole: boolean) {
    const next = read(typed)
    setText(typed)
    setIsProblemShown(next.problem !== null && (whole || (next.problem !== 'format' && next.problem !== 'ambiguous')))
    onChange(next.figure, next.problem === null)
  }
  const { invalid, alone } = useUnparsedText(input, problem, isProblemShown, () => setIsProblemShown(true))
  return {
    /** The parsed value, when it differs from the text as typed. */
    understood: figure !== null && !plainTyping.test(text) && text !== textOf(figure) ? textOf(figure) : null,
    alone,
    control: {
      ref: input,
      value: text,
      'aria-invalid': invalid || undefined,
      onBeforeInput(event: FormEvent<HTMLInputElement> & { data?: string | null }) {
        // A single letter is a typing slip; a longer text is accepted or rejected as a whole.
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
        setIsProblemShown(problem !== null)
        if (problem === null) setText(textOf(figure === null ? null : value))
      },
    },
  }
}
