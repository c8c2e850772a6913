import Download from 'lucide-react/icons/download'
import { correctionFile, headingsOf } from '#domain/sales/campaigns/audienceFile'
import { t } from '../../platform/i18n/t.ts'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import type { ReadFile } from './useAudienceFile.ts'

/** Maximum number of invalid rows on the screen; the file to download has all of them. */
const shown = 5

/** Result of a file: people, duplicates, and skipped rows with their reason, to be corrected. */
export function FileOutcome({ file }: { file: ReadFile }) {
  const { sorted, table, mapping, name } = file
  const problemText = (problem: 'empty' | 'format' | 'sheet') =>
    problem === 'format' ? t(`audiences.bad.${mapping.type}`) : t(`audiences.bad.${problem}`)
  if (sorted === null) return <p className="text-md text-ink-3">{t('audiences.outcome.reading')}</p>
  const { rows, members, duplicates, bad } = sorted
  function saveBad() {
    const words = { line: t('audiences.correction.line'), reason: t('audiences.correction.reason'), problem: problemText }
    const content = correctionFile(bad, headingsOf(table, mapping), words)
    saveFile(new Blob([content], { type: 'text/csv' }), t('audiences.correction.name', { name: name.replace(/\.[^.]*$/, '') }))
  }
  return (
    <section aria-label={t('audiences.outcome')} className="grid gap-4 *:min-w-0">
      <div role="status">
        <DefinitionList
          items={[
            { key: 'rows', term: t('audiences.outcome.rows'), value: t('shell.count', { count: rows }) },
            {
              key: 'people',
              term: t('audiences.outcome.people'),
              value: <b className="font-strong">{t('shell.count', { count: members.size })}</b>,
            },
            { key: 'duplicates', term: t('audiences.outcome.duplicates'), value: t('shell.count', { count: duplicates }) },
            { key: 'bad', term: t('audiences.outcome.bad'), value: t('shell.count', { count: bad.length }) },
          ]}
        />
      </div>
      {bad.length > 0 && (
        <div className="rounded-3 border border-line bg-canvas px-4 py-3">
          <ul className="grid gap-1 text-md">
            {bad.slice(0, shown).map((row) => (
              <li key={row.line} className="min-w-0">
                <span className="text-ink-3">{t('audiences.outcome.line', { line: row.line })}</span>{' '}
                <span className="wrap-anywhere">{(row.cells[mapping.column] ?? '').slice(0, 60)}</span>{' '}
                <span className="text-sm text-ink-3">{problemText(row.problem)}</span>
              </li>
            ))}
            {bad.length > shown && <li className="text-sm text-ink-3">{t('audiences.outcome.more', { count: bad.length - shown })}</li>}
          </ul>
          <div className="pt-3">
            <Button size="small" icon={<Download aria-hidden />} onClick={saveBad}>
              {t('audiences.correction')}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
