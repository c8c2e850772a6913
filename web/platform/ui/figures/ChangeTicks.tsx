import type { ReactNode } from 'react'
import { Change } from './Change.tsx'
import { Checkbox } from '../forms/Checkbox.tsx'

/** One difference, from the local value to the other one. */
export type Differing<Name extends string> = { name: Name; label: string; from: ReactNode; to: ReactNode }

type ChangeTicksProps<Name extends string> = {
  label: string
  /** The arrow for screen readers. */
  toLabel: string
  differing: readonly Differing<Name>[]
  /** The differences that are unticked. */
  left: ReadonlySet<Name>
  onLeft: (left: ReadonlySet<Name>) => void
}

/** Differences, each with a checkbox to apply it. */
export function ChangeTicks<Name extends string>({ label, toLabel, differing, left, onLeft }: ChangeTicksProps<Name>) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {differing.map(({ name, label: what, from, to }) => (
        <li key={name}>
          <Checkbox
            label={
              <>
                {what}
                <span className="block text-sm wrap-anywhere">
                  <Change from={from} to={to} toLabel={toLabel} />
                </span>
              </>
            }
            checked={!left.has(name)}
            onChange={({ target }) => onLeft(new Set(target.checked ? [...left].filter((one) => one !== name) : [...left, name]))}
          />
        </li>
      ))}
    </ul>
  )
}
