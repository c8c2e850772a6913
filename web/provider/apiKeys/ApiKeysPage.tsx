import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { providerKeyAllowMoney, providerKeyList, type ProviderKeyView } from '#contract/provider/apiKeys'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { ApiKeysTable } from './ApiKeysTable.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'

/** The keys with which the provider's own systems call its API: what each may do, from where, and its last use. */
export function ApiKeysPage() {
  const read = useQuery(consoleQuery(providerKeyList))
  const [creating, setCreating] = useState(false)
  const allow = useConsoleWrite(providerKeyAllowMoney, { done: t('apiKeys.money.done') })
  const [revoking, setRevoking] = useState<ProviderKeyView | null>(null)
  return (
    <ConsolePage
      title={t('apiKeys.title')}
      about={t('apiKeys.about')}
      actions={
        <Button variant="filled" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
          {t('apiKeys.create')}
        </Button>
      }
    >
      <SectionTabs section="system" />
      {allow.problem && <ErrorBanner>{allow.problem}</ErrorBanner>}
      <ReadState read={read}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="max-w-[64ch] text-ink-2">{t('apiKeys.none')}</p>
          ) : (
            <ApiKeysTable keys={results} onRevoke={setRevoking} onAllowMoney={({ id }) => allow.send({ params: { keyId: id } })} />
          )
        }
      </ReadState>
      <p className="mt-6 text-md">
        <a className={linkClass} href="/docs/provider" target="_blank" rel="noreferrer">
          {t('apiKeys.docs')}
        </a>
      </p>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </ConsolePage>
  )
}
