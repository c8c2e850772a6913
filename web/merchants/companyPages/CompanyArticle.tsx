import type { ReactNode } from 'react'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'

type CompanyArticleProps = Omit<Parameters<typeof SettingsHead>[0], 'id' | 'actions'> & { children: ReactNode }

/** Layout of a company page: its heading, and its sections below each other. */
export function CompanyArticle({ children, ...head }: CompanyArticleProps) {
  return (
    <article aria-labelledby="company-title" className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead id="company-title" {...head} />
      {children}
    </article>
  )
}
