import type { ReactNode } from 'react'
import type { Definition } from './DefinitionList.tsx'

/** One party of a money action, in an `AnswersCard` of layout `impact`: what changes for it. */
export function ImpactColumn({ title, icon, items }: { title: string; icon?: ReactNode; items: readonly Definition[] }) {
  return (
    <div className="answer">
      <h3 className="mb-3 flex items-center gap-2 text-md [&_svg]:text-ink-3">
        {icon}
        {title}
      </h3>
      <dl className="grid gap-3">
        {items.map((item, index) => (
          <div key={item.key ?? index}>
            <dt className="text-sm text-ink-3">{item.term}</dt>
            <dd className="mt-px font-strong">{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
