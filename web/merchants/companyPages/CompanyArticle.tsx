import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'

type CompanyArticleProps = Omit<Parameters<typeof SettingsHead>[0], 'id' | 'actions'> & { children: ReactNode }

/** Layout of a company page: its heading, and its sections below each other. */
export function CompanyArticle({
  children,
  back = { href: paths.company(), label: t('settings.company.back') },
  ...head
}: CompanyArticleProps) {
  return (
    <article aria-labelledby="company-title" className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead id="company-title" back={back} {...head} />
      {children}
    </article>
  )
}
