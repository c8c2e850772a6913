import { Fragment, type ReactNode } from 'react'

/** `key` only where items are added and removed. */
export type Definition = { key?: string; term: ReactNode; value: ReactNode }

/** Terms at the left, values at the right. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_minmax(40%,1fr)] items-baseline gap-x-5 gap-y-2 text-md">
      {items.map((item, index) => (
        <Fragment key={item.key ?? index}>
          <dt className="text-ink-3">{item.term}</dt>
          <dd className="text-right wrap-anywhere">{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
