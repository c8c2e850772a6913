import type { ApiCall } from '#contract/merchants/apiCalls'
import { settings } from '../../platform/api/settings.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { CallStatus } from './CallStatus.tsx'
import { keyText } from './CallsTable.tsx'
import { curlOf } from './callQuery.ts'

type CallDialogProps = { call: ApiCall; apiUrl: string; onClose: () => void }

/** One call: what was asked and answered, and the command that makes it again. */
export function CallDialog({ call, apiUrl, onClose }: CallDialogProps) {
  const { mode, sandbox } = useMerchant()
  const curl = curlOf(call, keyText(call, mode).replace('••••', '…'), { apiUrl, vendor: settings().brand.vendor, sandbox })
  return (
    <Dialog
      title={`${call.method} ${call.path || call.url}`}
      subtitle={dateTime(call.at)}
      firstFocus="h2"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('shell.close')}
          </Button>
          <CopyButton text={curl} label={t('developer.call.curl')} copiedLabel={t('operations.copied')} />
        </>
      }
    >
      <div className="grid min-w-0 gap-5">
        <DefinitionList
          items={[
            { term: t('developer.column.answer'), value: <CallStatus call={call} typed /> },
            { term: t('developer.column.ms'), value: t('webhooks.took', { ms: call.ms }) },
            { term: t('developer.call.url'), value: <code className="wrap-anywhere">{call.url}</code> },
            { term: t('developer.column.key'), value: <code>{keyText(call, mode)}</code> },
            {
              term: t('developer.call.request'),
              value: (
                <span className="inline-flex items-center justify-end gap-x-2">
                  <code className="text-sm wrap-anywhere">{call.requestId}</code>
                  <CopyButton text={call.requestId} label={t('developer.call.copyRequest')} copiedLabel={t('operations.copied')} iconOnly />
                </span>
              ),
            },
          ]}
        />
        {call.answer !== null && <Body title={t('developer.call.error')} text={call.answer} />}
        {call.requestBody !== null && <Body title={t('developer.call.body')} text={call.requestBody} about={t('developer.call.masked')} />}
        {call.requestBody === null && call.requestBytes > 0 && (
          <p className="text-md text-ink-2">{t('developer.call.unreadable', { count: call.requestBytes })}</p>
        )}
      </div>
    </Dialog>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Cut to the limit of the log.
    return text
  }
}

function Body({ title, text, about }: { title: string; text: string; about?: string }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1.5 text-sm font-medium text-ink-2">{title}</h3>
      <pre className="rounded-3 border border-line bg-canvas p-4 text-sm wrap-anywhere whitespace-pre-wrap">{indented(text)}</pre>
      {about && <p className="pt-1.5 text-sm text-ink-3">{about}</p>}
    </section>
  )
}
