import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BankFile,
  type BankFileLine,
  consoleBankFile,
  consoleBankFileContent,
  consoleBankLinesDismiss,
} from '#contract/provider/bankFiles'
import { addressOf } from '../../platform/api/call.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { countsText, formatText, sourceText } from './bankFileWords.ts'
import { LineTable } from './LineTable.tsx'

/** Lines that are read at most, as on the server. */
const shown = 500
/** While lines are being applied, the page is read again soon. */
const soonMs = 1_000

/** One file of the bank: what it says, what came of each line, and what staff must look at. */
export function BankFilePage({ params }: ConsolePageProps<'/console/money/bank-files/{fileId}'>) {
  const read = useQuery({
    ...consoleQuery(consoleBankFile, { params: { ...params } }),
    refetchInterval: ({ state }) => ((state.data?.counts.waiting ?? 0) > 0 ? soonMs : 30_000),
  })
  const { may } = useStaff()
  const [dismissing, setDismissing] = useState<BankFileLine | 'all' | null>(null)
  const open = read.data?.counts.open ?? 0
  const mayDismiss = may('consoleBankLinesDismiss')
  return (
    <ConsolePage
      title={read.data?.name ?? ''}
      back={{ href: '/console/money/bank-files', label: t('bankFiles.title') }}
      lead={read.data && countsText(read.data.counts)}
      actions={
        <>
          {may('consoleBankFileContent') && (
            <a className={buttonClass('outlined')} href={addressOf(consoleBankFileContent, { fileId: params.fileId })} download>
              {t('money.download')}
            </a>
          )}
          {open > 1 && mayDismiss && <Button onClick={() => setDismissing('all')}>{t('bankFiles.dismissAll', { count: open })}</Button>}
        </>
      }
    >
      <ReadState read={read}>
        {(file) => (
          <div className="grid gap-7">
            <FileFacts file={file} />
            {file.problem !== null && <ErrorBanner>{file.problem}</ErrorBanner>}
            {file.lines.length > 0 && (
              <LineTable lines={file.lines} format={file.format} {...(mayDismiss && { fileId: file.id, onDismiss: setDismissing })} />
            )}
            {file.lines.length === shown && <p className="text-sm text-ink-3">{t('bankFiles.most', { count: shown })}</p>}
          </div>
        )}
      </ReadState>
      {dismissing && <DismissDialog fileId={params.fileId} line={dismissing} onClose={() => setDismissing(null)} />}
    </ConsolePage>
  )
}

function FileFacts({ file }: { file: BankFile }) {
  return (
    <div className="max-w-[680px]">
      <DefinitionList
        items={[
          { term: t('money.column.file'), value: formatText(file.format) },
          { term: t('bankFiles.message'), value: <span className="wrap-anywhere">{file.messageId || '—'}</span> },
          { term: t('bankFiles.column.read'), value: `${nearTime(file.readAt)}, ${sourceText(file)}` },
          { term: t('bankFiles.hash'), value: <code className="font-code text-sm wrap-anywhere">{file.sha256}</code> },
        ]}
      />
    </div>
  )
}

function DismissDialog({ fileId, line, onClose }: { fileId: string; line: BankFileLine | 'all'; onClose: () => void }) {
  const write = useConsoleWrite(consoleBankLinesDismiss, { onDone: onClose, done: t('bankFiles.result.dismissed') })
  return (
    <ReasonDialog
      title={t('bankFiles.dismiss')}
      about={t('bankFiles.dismissAbout')}
      verb={t('bankFiles.dismiss')}
      reasonLabel={t('bankFiles.dismissReason')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params: { fileId }, body: { reason, ...(line !== 'all' && { line: line.line }) } })}
    />
  )
}
