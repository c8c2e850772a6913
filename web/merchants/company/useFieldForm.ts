import { useRef, useState } from 'react'
import { madridDay } from '#domain/platform/dates'
import {
  type FieldCode,
  fieldGaps,
  type FieldRules,
  type FieldValue,
  normalized,
  unflatten,
  type Values,
} from '#domain/merchants/company/fields'
import { isApiFailure, isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { camelKey } from '../../platform/api/wire.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StaleLine } from '../../platform/requests/StaleChoice.tsx'
import { isStale } from '../../platform/requests/useSharedForm.ts'
import { changesToSend, withoutSent, type Typed } from './fieldChanges.ts'
import { focusField, focusSummary } from './fieldId.ts'
import { type Saved, useFieldConflict } from './useFieldConflict.ts'
import { useSelfSaving } from './useSelfSaving.ts'

export type FieldFormOptions<F extends string> = {
  rules: FieldRules<F>
  required: ReadonlySet<F>
  /** The server’s values. */
  saved: Values<F>
  /** The revision, where several people can save the form. */
  revision?: number | undefined
  /** Loads it again, and updates `saved`. */
  readAgain?: () => Promise<Saved<F>>
  /** Sends changes, nested objects as on the wire, with their base revision; updates `saved` and returns it. */
  send: (changes: Record<string, FieldValue | Record<string, FieldValue>>, revision: number | undefined) => Promise<Saved<F> | void>
  /** Saves automatically while typing; else on demand. */
  auto: boolean
  /** The draft from when the page was left. */
  typed?: Typed<F> | undefined
}

/** A form whose fields are shared by onboarding and the company's pages. */
export type FieldForm<F extends string> = {
  /** The saved values with the draft applied. */
  values: Values<F>
  typed: Typed<F>
  set: (changes: Typed<F>) => void
  enter: (name: F) => void
  leave: (name: F) => void
  /** The error below a field, once it is certain. */
  problemOf: (name: F) => string | undefined
  /** The current validation errors. */
  gaps: ReadonlyMap<F, FieldCode>
  /** The validation errors once `check` has found some; empty before. */
  wrong: ReadonlyMap<F, FieldCode>
  /** Shows the validation errors of some fields, by default of all, and focuses the only one, or the summary of several; true when there are none. */
  check: (names?: readonly F[]) => boolean
  save: () => Promise<boolean>
  dirty: boolean
  saving: boolean
  saved: boolean
  error: unknown
  /** A conflict: what somebody else changed, and the button to accept it; saving again keeps the draft. */
  conflict: { lines: StaleLine[]; takeTheirs: () => void } | null
}

type SaveState = { saving: boolean; saved: boolean; error: unknown }
const untouched: SaveState = { saving: false, saved: false, error: null }
/** Where a text can no longer become valid by typing on. */
const whole: Readonly<Record<string, number>> = {
  documentNumber: 9,
  cif: 9,
  phone: 9,
  landline: 9,
  'address.postcode': 5,
  birthday: 10,
}

const isWhole = (name: string, value: FieldValue): boolean => String(value ?? '').length >= (whole[name] ?? Infinity)

const visibleError = (code: FieldCode | undefined, tried: boolean, isCertain: boolean) =>
  code === undefined || (code === 'required' ? !tried : !isCertain) ? undefined : t(`errors.field.${code}`)

/** Moves the focus, once the errors are shown, to their summary, or to the first field where there is one error or no summary; true when there are none. */
function focusWrong(names: readonly string[]): boolean {
  const [first] = names
  if (first !== undefined) requestAnimationFrame(() => (names.length > 1 && focusSummary()) || focusField(first))
  return first === undefined
}

/** The field errors of a refusal. */
const problemsOf = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(isApiFailure(failure) ? [...failure.fields].map(([name, { message }]) => [camelKey(name), message]) : [])

/** The state of a form: saved values, draft, errors, and saving one change after the other. */
export function useFieldForm<F extends string>(options: FieldFormOptions<F>): FieldForm<F> {
  const { rules, required, saved, send, auto } = options
  const [typed, setTyped] = useState<Typed<F>>(options.typed ?? {})
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [tried, setTried] = useState<ReadonlySet<F>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [saveState, setSaveState] = useState(untouched)
  const focused = useRef<F | null>(null)
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const [today] = useState(() => madridDay(serverNow()))
  const values = { ...saved, ...typed } as Values<F>
  const gaps = fieldGaps(rules, values, required, today)
  const pending = changesToSend(rules, saved, typed, today)
  const dirty = Object.keys(pending).length > 0
  const shared = useFieldConflict({ saved, revision: options.revision }, typed, (mine) => {
    setTyped(mine)
    setSaveState(untouched)
  })

  const saveOnce = async (round: number): Promise<boolean> => {
    if (round !== shared.round()) return false
    if (!dirty) return shared.settle()
    setSaveState({ ...untouched, saving: true })
    try {
      shared.saved(await send(unflatten(pending as Record<string, FieldValue>), shared.revision())) // names and values of the form
      setTyped((now) => withoutSent(now, pending, typed, focused.current))
      setRefused(new Map())
      setSaveState({ ...untouched, saved: true })
      return true
    } catch (failure) {
      if (isOutcomeUnknown(failure)) shared.unanswered(pending)
      // When the latest version cannot be read, a further save conflicts again.
      if (isStale(failure) && options.readAgain && !(await options.readAgain().then(shared.note, () => true))) return saveOnce(round)
      const problems = problemsOf(failure)
      setRefused(problems)
      setSaveState({ ...untouched, error: problems.size > 0 ? null : failure })
      return false
    }
  }
  const save = (): Promise<boolean> => {
    const round = shared.round()
    running.current = running.current.then(() => saveOnce(round))
    return running.current
  }
  useSelfSaving({ auto, held: shared.conflict !== null, words: dirty ? JSON.stringify(pending) : null, save })

  const isCertain = (name: F) => tried.has(name) || left.has(name) || isWhole(name, normalized(rules, name, values[name]))
  return {
    values,
    typed,
    set(changes) {
      setTyped((now) => ({ ...now, ...changes }))
      setRefused((now) => new Map([...now].filter(([name]) => !(name in changes))))
    },
    enter: (name) => void (focused.current = name),
    leave(name) {
      focused.current = null
      setLeft((now) => new Set([...now, name]))
      if (auto && shared.conflict === null && name in pending) void save()
    },
    problemOf: (name) => refused.get(name) ?? visibleError(gaps.get(name), tried.has(name), isCertain(name)),
    gaps,
    wrong: new Map([...gaps].filter(([name]) => tried.has(name))),
    check(names = Object.keys(rules) as F[]) {
      setTried((now) => new Set([...now, ...names]))
      return focusWrong(names.filter((name) => gaps.has(name)))
    },
    save,
    dirty,
    conflict: shared.conflict,
    ...saveState,
  }
}
