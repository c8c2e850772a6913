import type { ApiKey } from '#contract/merchants/preferences'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { grantLines } from './keyGrant.ts'
import { KeyEnding } from './KeyEnding.tsx'
import { lastUseText, maskedKey } from './keyText.ts'

type KeyCardProps = { kind: ApiKey['kind']; keys: readonly ApiKey[]; hrefOf: (dialog: string) => string }

/** A kind of key: its use, the active key, and the previous one during the overlap. */
export function KeyCard({ kind, keys, hrefOf }: KeyCardProps) {
  const present = keys.find(({ state }) => state === 'active')
  const ending = keys.filter(({ state }) => state === 'grace')
  const [before] = ending
  const until = present && before?.endsAt ? dateTime(before.endsAt) : null
  return (
    <section aria-labelledby={`key-${kind}`} className="grid min-w-0 content-start gap-4 rounded-4 border border-line p-5">
      <div>
        <h3 id={`key-${kind}`} className="text-lg font-strong">
          {t(`preferences.key.${kind}`)}
        </h3>
        <p className="pt-1 text-md text-ink-2">{t(`preferences.key.${kind}.about`)}</p>
      </div>
      {present ? <PresentKey present={present} /> : <p className="text-md text-ink-2">{t(`preferences.key.${kind}.none`)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button href={hrefOf(`renew-${kind}`)} disabledReason={until === null ? null : t('preferences.key.twoWork', { until })}>
          {t(present ? `preferences.key.renew` : `preferences.key.create`)}
        </Button>
        {present && (
          <Button variant="danger" href={hrefOf(`revoke-${present.id}`)}>
            {t('preferences.key.revoke')}
          </Button>
        )}
        {present && kind === 'private' && (
          <Button variant="danger" href={hrefOf('leaked')}>
            {t('preferences.leaked.open')}
          </Button>
        )}
      </div>
      {ending.map((old) => (
        <KeyEnding key={old.id} old={old} revokeHref={hrefOf(`revoke-${old.id}`)} />
      ))}
    </section>
  )
}

function PresentKey({ present }: { present: ApiKey }) {
  const { mode } = useMerchant()
  const now = useRealNow()
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="min-w-0 text-md font-medium wrap-anywhere">{present.publicKey ?? maskedKey(present, mode)}</code>
        {present.publicKey !== null && <CopyButton text={present.publicKey} label={t('shell.copy')} copiedLabel={t('operations.copied')} />}
      </p>
      <p className="text-sm text-ink-3">
        {t('preferences.key.created', { when: dateTime(present.created), who: present.createdBy ?? t('preferences.somebody') })}
      </p>
      {present.makerGone && <p className="text-sm font-medium text-ink-2">{t('preferences.makerGone')}</p>}
      {present.kind === 'private' &&
        grantLines(present).map((line) => (
          <p key={line} className="text-sm text-ink-2">
            {line}
          </p>
        ))}
      <p className="text-sm text-ink-3">{lastUseText(present, now)}</p>
    </div>
  )
}
