import { useState } from 'react'
import { type Dispute, disputeFileDelete, disputeFileUpload } from '#contract/sales/disputes'
import { evidenceKinds, type EvidenceKind } from '#domain/money/cardDispute'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { useRefreshDisputes } from './useRefreshDisputes.ts'

/** The files of the evidence: one of each kind, replaced by the next one. */
export function DisputeFiles({ dispute, operationId }: { dispute: Dispute; operationId: string }) {
  const { merchantId } = useMerchant()
  const refresh = useRefreshDisputes()
  const [busy, setBusy] = useState<EvidenceKind | null>(null)
  const [error, setError] = useState<unknown>(null)
  const params = { merchantId, operationId, disputeId: dispute.id }
  const run = async (kind: EvidenceKind, work: () => Promise<unknown>) => {
    setBusy(kind)
    setError(null)
    await work().then(refresh, setError)
    setBusy(null)
  }
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-3">
        {t('disputes.files')}: {t('disputes.files.hint')}
      </p>
      <ul aria-label={t('disputes.files')}>
        {evidenceKinds.map((kind) => {
          const file = dispute.files.find((one) => one.kind === kind)
          return (
            <li key={kind} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1.5 last:border-0">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {t(`disputes.file.${kind}`)}
                {file && <span className="block text-sm text-ink-3">{file.fileName}</span>}
              </span>
              {file && (
                <button
                  type="button"
                  className={`${linkClass} min-h-6`}
                  aria-label={t('disputes.file.remove', { kind: t(`disputes.file.${kind}`) })}
                  onClick={() => void run(kind, () => write(disputeFileDelete, { params: { ...params, fileId: file.id }, key: newKey() }))}
                >
                  {t('shell.delete')}
                </button>
              )}
              <FileButton
                label={t('disputes.file.add', { kind: t(`disputes.file.${kind}`) })}
                busy={busy === kind}
                onFile={(chosen) => void run(kind, () => write(disputeFileUpload, { params, body: { kind }, file: chosen, key: newKey() }))}
              />
            </li>
          )
        })}
      </ul>
      <SendProblem error={error} />
    </div>
  )
}

function FileButton({ label, busy, onFile }: { label: string; busy: boolean; onFile: (file: File) => void }) {
  return (
    <label className={`${linkClass} relative min-h-6 cursor-pointer focus-within:outline-2`}>
      {busy ? t('disputes.send.busy') : t('shell.chooseFile')}
      <input
        type="file"
        className="sr-only"
        aria-label={label}
        accept="application/pdf,image/jpeg,image/png"
        disabled={busy}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </label>
  )
}
