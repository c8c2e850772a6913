import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyRenew, type ApiKey } from '#contract/merchants/preferences'
import { overlapHours } from '#domain/merchants/apiKey'
import { settings } from '../../platform/api/settings.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { goInSandbox } from '../../platform/navigation/merchantChanged.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { maskedKey } from '../keys/keyText.ts'
import { useKeyAction } from '../keys/useKeyAction.ts'
import { connectionRead } from '../preferences/preferenceReads.ts'
import { CopyLine } from '../plugins/CopyLine.tsx'
import { curlOf } from './callQuery.ts'

/** An order that the API takes as it is. */
const sampleOrder = {
  merchant: { notification_url: 'https://example.com/avisos' },
  order: {
    id: 'PRUEBA-1',
    total_amount: 14990,
    currency: 'EUR',
    articles: [{ id: 'SKU-1', name: 'Silla', quantity: 1, price: 14990 }],
  },
  customer: { phone: '612340098' },
}
/** For how long the key replaced here stays valid: a shop may be using it. */
const [, overlap] = overlapHours

/** From a key of one's own to the first order, as commands to paste; in test mode only. */
export function QuickStart({ keys }: { keys: readonly ApiKey[] }) {
  const { merchantId, sandbox, merchant } = useMerchant()
  if (!sandbox)
    return (
      <FormSection title={t('developer.start.title')}>
        <p className="max-w-[68ch] text-md text-ink-2">{t('developer.start.live')}</p>
        {merchant?.sandboxEnabled && (
          <div>
            <Button variant="filled" onClick={() => goInSandbox(paths.preferencesDeveloper(merchantId))}>
              {t('developer.start.sandbox')}
            </Button>
          </div>
        )}
      </FormSection>
    )
  return <Steps present={keys.find(({ kind, state }) => kind === 'private' && state === 'active') ?? null} />
}

function Steps({ present }: { present: ApiKey | null }) {
  const { merchantId, mode, may } = useMerchant()
  const connection = useQuery(connectionRead(merchantId))
  const [token, setToken] = useState<string | null>(null)
  const { run, error, busy } = useKeyAction(t('preferences.why.renew'))
  const place = { apiUrl: connection.data?.apiUrl ?? '', vendor: settings().brand.vendor, sandbox: true }
  const key = token ?? (present ? maskedKey(present, mode).replace('••••', '…') : 'sk_test_…')
  const commands = [
    { words: t('developer.start.call'), text: curlOf({ method: 'GET', url: '/me', requestBody: null }, key, place) },
    {
      words: t('developer.start.order'),
      text: curlOf({ method: 'POST', url: '/checkout', requestBody: JSON.stringify(sampleOrder) }, key, place),
    },
  ]

  async function make() {
    const body = { overlapHours: overlap }
    const created = await run(
      (params, idempotency) => write(keyRenew, { params: { ...params, kind: 'private' }, body, key: idempotency }),
      body,
    )
    if (created) setToken(created.token)
  }
  return (
    <FormSection title={t('developer.start.title')}>
      <ol className="grid max-w-[820px] list-decimal gap-5 pl-5 text-md marker:text-ink-3">
        <li>
          <p className="pb-2">{t('developer.start.key')}</p>
          {token === null ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {present && <code className="text-sm">{maskedKey(present, mode)}</code>}
              {may('keyRenew') && (
                <Button variant={present ? 'outlined' : 'filled'} busy={busy} busyLabel={t('shell.creating')} onClick={() => void make()}>
                  {t(present ? 'developer.start.another' : 'developer.start.make')}
                </Button>
              )}
              {present && <p className="w-full text-sm text-ink-3">{t('developer.start.hidden')}</p>}
              <SendProblem error={error} />
            </div>
          ) : (
            <div role="status" className="grid gap-2">
              <CopyLine name={t('preferences.key.private')} text={token} />
              <p className="text-sm text-ink-2">{t('developer.start.once')}</p>
            </div>
          )}
        </li>
        {commands.map(({ words, text }) => (
          <li key={words} className="min-w-0">
            <p className="pb-2">{words}</p>
            <pre className="rounded-3 border border-line bg-canvas p-4 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
            <div className="pt-1.5">
              <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
            </div>
          </li>
        ))}
        <li>{t('developer.start.webhook')}</li>
      </ol>
    </FormSection>
  )
}
