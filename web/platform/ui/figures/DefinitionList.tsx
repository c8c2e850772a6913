import './definitionList.css'
import { Fragment, type ReactNode } from 'react'

/** `key` only where items are added and removed. */
export type Definition = { key?: string; term: ReactNode; value: ReactNode }

/** Terms at the left, values at the right; below each other where the text is large on a phone. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="definitions">
      {items.map((item, index) => (
        <Fragment key={item.key ?? index}>
          <dt>{item.term}</dt>
          <dd>{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
