import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { countsText, formatText } from './bankFileWords.ts'
import { LineTable } from './LineTable.tsx'
import type { BankFilePreview } from '../../../contract/provider/bankFiles.ts'

/** A chosen file: being read, with what it would do, or why it cannot be read. */
export type ChosenFile = {
  key: number
  name: string
  content: string
  state: { preview: BankFilePreview } | { problem: string } | 'reading'
}

/** Lines that a preview has at most, as on the server. */
const shown = 200

/** A chosen file with what it would do, line by line. */
export function PreviewCard({ file: { name, state }, onRemove }: { file: ChosenFile; onRemove: () => void }) {
  return (
    <article className="grid gap-3">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-strong wrap-anywhere">{name}</h3>
        <Button variant="quiet" size="small" className="ml-auto" onClick={onRemove}>
          {t('bankFiles.clear')}
        </Button>
      </header>
      <State name={name} state={state} />
    </article>
  )
}

function State({ name, state }: Pick<ChosenFile, 'name' | 'state'>) {
  if (state === 'reading') return <p role="status">{t('bankFiles.reading', { name })}</p>
  if ('problem' in state) return <ErrorBanner>{state.problem}</ErrorBanner>
  const { format, counts, earlier, lines } = state.preview
  if (earlier)
    return (
      <p>
        {t('bankFiles.earlier', { when: nearTime(earlier.readAt) })}{' '}
        <Anchor className={linkClass} href={`/console/money/bank-files/${earlier.id}`}>
          {t('bankFiles.view')}
        </Anchor>
      </p>
    )
  return (
    <>
      <p className="text-ink-2">
        {formatText(format)} · {countsText(counts)}
      </p>
      {lines.length > 0 && <LineTable lines={lines} format={format} isPreview />}
      {lines.length === shown && <p className="text-sm text-ink-3">{t('bankFiles.most', { count: shown })}</p>}
    </>
  )
}
