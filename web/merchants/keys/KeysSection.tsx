import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyList, type ApiKey } from '#contract/merchants/preferences'
import { isLocalDate } from '#domain/platform/dates'
import { load } from '../../platform/api/load.ts'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { EndedKeys } from './EndedKeys.tsx'
import { KeyActs } from './KeyActs.tsx'
import { KeyCard } from './KeyCard.tsx'
import { NewKeyModal } from './NewKeyModal.tsx'
import { LeakedKeyModal } from './LeakedKeyModal.tsx'
import { keysRead } from '../preferences/preferenceReads.ts'
import { RenewKeyModal } from './RenewKeyModal.tsx'
import { RevokeKeyModal } from './RevokeKeyModal.tsx'

const kinds = ['public', 'private'] as const
const pollMs = 15_000

/** The merchant’s keys of this mode: use, active key, and last use of the previous one during the overlap. */
export function KeysSection() {
  const { merchantId, mode } = useMerchant()
  const client = useQueryClient()
  const keys = keysRead(merchantId)
  const read = useQuery(keys)
  const { data } = read
  const waits = data?.keys.some(({ state }) => state === 'grace') ?? false
  usePolled(
    async () =>
      void client.setQueryData(keys.queryKey, await load(keyList, { params: { merchantId }, mode, background: true, quiet: true })),
    pollMs,
    waits,
  )
  return (
    <FormSection title={t('preferences.keys.title')} aside={<ModeTag />}>
      <p className="max-w-[68ch] text-md text-ink-2">{t(`preferences.keys.about.${mode}`)}</p>
      {data ? (
        <Known keys={data.keys} />
      ) : (
        <ReadState ofPart read={read} failed={t('preferences.failed.keys')} loading={t('preferences.loading')}>
          <Skeleton width={320} />
          <Skeleton width={320} />
        </ReadState>
      )}
    </FormSection>
  )
}

function Known({ keys }: { keys: readonly ApiKey[] }) {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const [token, setToken] = useState<{ token: string; kind: ApiKey['kind'] } | null>(null)
  const hrefOf = (dialog?: string) => paths.preferences(merchantId, { ...(dialog !== undefined && { dialog }), ...flag })
  const close = () => go(hrefOf(), { replace: true, keepScroll: true })
  const since = isLocalDate(search['leaked'] ?? '') ? (search['leaked'] ?? null) : null
  const renewing = kinds.find((kind) => search['dialog'] === `renew-${kind}`)
  const revoking = keys.find(({ id, state }) => state !== 'revoked' && search['dialog'] === `revoke-${id}`)
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        {kinds.map((kind) => (
          <KeyCard key={kind} kind={kind} keys={keys.filter((one) => one.kind === kind)} hrefOf={hrefOf} />
        ))}
      </div>
      {since !== null && <KeyActs since={since} closeHref={hrefOf()} />}
      <EndedKeys keys={keys.filter(({ state }) => state === 'revoked')} />
      {renewing && (
        <RenewKeyModal
          kind={renewing}
          present={keys.find(({ kind, state }) => kind === renewing && state === 'active') ?? null}
          onClose={close}
          onMade={(newToken) => {
            setToken({ token: newToken, kind: renewing })
            close()
          }}
        />
      )}
      {search['dialog'] === 'leaked' && (
        <LeakedKeyModal
          onClose={close}
          onMade={({ token: newToken, since: day }) => {
            setToken({ token: newToken, kind: 'private' })
            go(paths.preferences(merchantId, { leaked: day, ...flag }), { replace: true, keepScroll: true })
          }}
        />
      )}
      {search['dialog']?.startsWith('revoke-') && (
        <AddressDialog key={search['dialog']} isAllowed={revoking !== undefined} onClose={close}>
          {revoking && <RevokeKeyModal revoked={revoking} onClose={close} />}
        </AddressDialog>
      )}
      {token && <NewKeyModal {...token} onClose={() => setToken(null)} />}
    </>
  )
}
