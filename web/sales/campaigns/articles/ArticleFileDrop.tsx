import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { readArticleFile, type UnreadArticle } from '#domain/sales/campaigns/articleFile'
import { CAMPAIGN_ARTICLES } from '#domain/sales/campaigns/campaign'
import { decodeFile } from '#domain/platform/decodeFile'
import { t } from '../../../platform/i18n/t.ts'
import { FileDrop } from '../../../platform/ui/forms/FileDrop.tsx'
import type { ArticleIntake } from './useArticleIntake.ts'

/** Maximum file size in bytes; 5,000 articles with all fields are smaller. */
const maxBytes = 8_000_000
/** Maximum number of listed invalid rows; the others are counted. */
const namedRows = 10

/** Imports articles from a CSV file, parsed in the browser. Invalid rows are listed with their line number. */
export function ArticleFileDrop({ intake, busy }: { intake: ArticleIntake; busy: boolean }) {
  const [unread, setUnread] = useState<readonly UnreadArticle[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  async function read(file: File) {
    setUnread([])
    if (file.size > maxBytes) return setProblem(t('campaigns.file.tooMany', { limit: CAMPAIGN_ARTICLES }))
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if ('problem' in decoded) return setProblem(t('campaigns.file.nothing'))
    const articleFile = readArticleFile(decoded.text, CAMPAIGN_ARTICLES)
    if (articleFile === null) return setProblem(t('campaigns.file.tooMany', { limit: CAMPAIGN_ARTICLES }))
    setUnread(articleFile.unread)
    setProblem(articleFile.articles.length === 0 && articleFile.unread.length === 0 ? t('campaigns.file.nothing') : null)
    if (articleFile.articles.length > 0) await intake.takeFile(articleFile.articles)
  }
  return (
    <div className="grid gap-3">
      <FileDrop
        invitation={t('campaigns.file.drop')}
        chooseLabel={t('campaigns.file.choose')}
        icon={<FileUp aria-hidden />}
        accept=".csv,.txt,.tsv,text/csv"
        limits={t('campaigns.file.limits')}
        busy={busy || intake.searching}
        busyLabel={t('campaigns.paste.busy')}
        onFile={(file) => void read(file)}
      />
      <div role="alert" className="text-md text-danger-ink">
        {problem}
        {unread.length > 0 && (
          <>
            <p>{t('campaigns.file.unread', { count: unread.length })}</p>
            <ul className="list-disc pl-5">
              {unread.slice(0, namedRows).map((row) => (
                <li key={row.line} className="wrap-anywhere">
                  {t('campaigns.file.row', { line: String(row.line), why: t(`campaigns.file.problem.${row.problem}`) })}
                </li>
              ))}
              {unread.length > namedRows && <li>{t('campaigns.file.more', { count: unread.length - namedRows })}</li>}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
