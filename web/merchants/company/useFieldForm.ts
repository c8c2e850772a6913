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
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { camelKey } from '../../platform/api/wire.ts'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StaleLine } from '../../platform/requests/StaleChoice.tsx'
import { isStale } from '../../platform/requests/useSharedForm.ts'
import { changesToSend, withoutSent, type Typed } from './fieldChanges.ts'
import { focusField } from './fieldId.ts'
import { type Saved, useFieldConflict } from './useFieldConflict.ts'
import { useSelfSaving } from './useSelfSaving.ts'

export type FieldFormOptions<F extends string> = {
  rules: FieldRules<F>
  required: ReadonlySet<F>
  /** As the server has it. */
  kept: Values<F>
  /** How often it was saved, where several people can save it. */
  revision?: number | undefined
  /** Reads it again, and brings `kept` up to date. */
  readAgain?: () => Promise<Saved<F>>
  /** Sends changes, objects inside as on the wire, and the revision that they were decided on; brings `kept` up to date and returns it. */
  send: (changes: Record<string, FieldValue | Record<string, FieldValue>>, revision: number | undefined) => Promise<Saved<F> | void>
  /** Saves itself while one types; else when told to. */
  auto: boolean
  /** What had been typed when the page was left. */
  typed?: Typed<F> | undefined
}

/** A form whose fields are shared by onboarding and the company's pages. */
export type FieldForm<F extends string> = {
  /** As typed over what is kept. */
  values: Values<F>
  typed: Typed<F>
  set: (changes: Typed<F>) => void
  enter: (name: F) => void
  leave: (name: F) => void
  /** The sentence below a field, once it is certain. */
  problemOf: (name: F) => string | undefined
  /** What is missing or wrong now. */
  gaps: ReadonlyMap<F, FieldCode>
  /** Tells everything that is missing or wrong and leads to the first; true when nothing is. */
  check: () => boolean
  save: () => Promise<boolean>
  dirty: boolean
  saving: boolean
  saved: boolean
  error: unknown
  /** Somebody else was faster: what they changed, and the way to take it; saving again keeps what is typed. */
  conflict: { lines: StaleLine[]; takeTheirs: () => void } | null
}

type Standing = { saving: boolean; saved: boolean; error: unknown }
const untouched: Standing = { saving: false, saved: false, error: null }
/** Where a text can no longer become right by going on. */
const whole: Readonly<Record<string, number>> = {
  documentNumber: 9,
  cif: 9,
  phone: 9,
  landline: 9,
  'address.postcode': 5,
  birthday: 10,
}

const isWhole = (name: string, value: FieldValue): boolean => String(value ?? '').length >= (whole[name] ?? Infinity)

const told = (code: FieldCode | undefined, tried: boolean, isCertain: boolean) =>
  code === undefined || (code === 'required' ? !tried : !isCertain) ? undefined : t(`errors.field.${code}`)

/** What a refusal says of single fields. */
const problemsOf = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(isApiFailure(failure) ? [...failure.fields].map(([name, { message }]) => [camelKey(name), message]) : [])

/** The state of a form: what is kept, what is typed, what is wrong, and saving one change after the other. */
export function useFieldForm<F extends string>(options: FieldFormOptions<F>): FieldForm<F> {
  const { rules, required, kept, send, auto } = options
  const [typed, setTyped] = useState<Typed<F>>(options.typed ?? {})
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [standing, setStanding] = useState(untouched)
  const focused = useRef<F | null>(null)
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const [today] = useState(() => madridDay(serverNow()))
  const values = { ...kept, ...typed } as Values<F>
  const gaps = fieldGaps(rules, values, required, today)
  const pending = changesToSend(rules, kept, typed, today)
  const dirty = Object.keys(pending).length > 0
  const shared = useFieldConflict({ kept, revision: options.revision }, typed, (mine) => {
    setTyped(mine)
    setStanding(untouched)
  })

  const saveOnce = async (round: number): Promise<boolean> => {
    if (round !== shared.round()) return false
    if (!dirty) return shared.settle()
    setStanding({ ...untouched, saving: true })
    try {
      shared.saved(await send(unflatten(pending as Record<string, FieldValue>), shared.revision())) // names and values of the form
      setTyped((now) => withoutSent(now, pending, typed, focused.current))
      setRefused(new Map())
      setStanding({ ...untouched, saved: true })
      return true
    } catch (failure) {
      if (isStale(failure) && options.readAgain) await options.readAgain().then(shared.note, () => {}) // saving again is refused again
      const problems = problemsOf(failure)
      setRefused(problems)
      setStanding({ ...untouched, error: problems.size > 0 ? null : failure })
      return false
    }
  }
  const save = (): Promise<boolean> => {
    const round = shared.round()
    running.current = running.current.then(() => saveOnce(round))
    return running.current
  }
  useSelfSaving({ auto, held: shared.conflict !== null, words: dirty ? JSON.stringify(pending) : null, save })

  const isCertain = (name: F) => tried || left.has(name) || isWhole(name, normalized(rules, name, values[name]))
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
    problemOf: (name) => refused.get(name) ?? told(gaps.get(name), tried, isCertain(name)),
    gaps,
    check() {
      setTried(true)
      const [first] = gaps.keys()
      if (first !== undefined) requestAnimationFrame(() => focusField(first))
      return first === undefined
    },
    save,
    dirty,
    conflict: shared.conflict,
    ...standing,
  }
}
