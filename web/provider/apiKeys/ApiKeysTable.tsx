import type { ProviderKeyView } from '#contract/provider/apiKeys'
import { MONEY_SCOPE } from '#domain/provider/providerScopes'
import { joinTexts } from '#domain/platform/direction'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { RequestedButton } from '../frame/RequestedButton.tsx'

type ApiKeysTableProps = {
  keys: readonly ProviderKeyView[]
  onRevoke: (key: ProviderKeyView) => void
  /** Asks that a key may mark transfers. */
  onAllowMoney: (key: ProviderKeyView) => void
}

/** Keys in use, then revoked ones. */
export function ApiKeysTable({ keys, onRevoke, onAllowMoney }: ApiKeysTableProps) {
  const head = (
    <>
      <HeadCell width="26%">{t('apiKeys.name')}</HeadCell>
      <HeadCell>{t('apiKeys.scopes')}</HeadCell>
      <HeadCell width="19%">{t('apiKeys.lastUse')}</HeadCell>
      <HeadCell width="14%">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="7.5rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('apiKeys.title')} head={head}>
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} onAllowMoney={() => onAllowMoney(key)} />
      ))}
    </Table>
  )
}

type RowProps = { apiKey: ProviderKeyView; onRevoke: () => void; onAllowMoney: () => void }

function Row({ apiKey, onRevoke, onAllowMoney }: RowProps) {
  const { id, name, lastFour, scopes, networks, createdAt, createdBy, lastUsedAt, lastUsedFrom, revokedAt } = apiKey
  return (
    <TableRow faded={revokedAt !== null}>
      <Cell card="title" detail={t('apiKeys.made', { name: createdBy, at: nearTime(createdAt) })}>
        <b className="font-strong wrap-anywhere">{name}</b> <span className="font-code text-sm text-ink-3">…{lastFour}</span>
      </Cell>
      <Cell card="foot" detail={networks.length === 0 ? t('apiKeys.everywhere') : joinTexts(networks, ', ')}>
        {joinTexts(
          scopes.map((scope) => t(`apiKeys.scope.${scope}`)),
          ', ',
        )}
        {revokedAt === null && scopes.includes('money:read') && !scopes.includes(MONEY_SCOPE) && (
          <RequestedButton
            call="providerKeyAllowMoney"
            params={{ keyId: id }}
            size="small"
            variant="quiet"
            aria-label={t('apiKeys.money.allowOne', { name })}
            onClick={onAllowMoney}
          >
            {t('apiKeys.money.allow')}
          </RequestedButton>
        )}
      </Cell>
      <Cell card="net" detail={lastUsedFrom ?? undefined}>
        <OnPhone label={t('apiKeys.lastUse')} /> {lastUsedAt === null ? t('apiKeys.never') : nearTime(lastUsedAt)}
      </Cell>
      <Cell card="state">
        {revokedAt === null ? (
          <StatusBadge kind="accepted-filled" label={t('apiKeys.inUse')} />
        ) : (
          <StatusBadge kind="stopped" label={t('apiKeys.revoked')} detail={nearTime(revokedAt)} />
        )}
      </Cell>
      <Cell card="amount" className="text-right">
        {revokedAt === null && (
          <Button size="small" aria-label={t('apiKeys.revokeOne', { name })} onClick={onRevoke}>
            {t('apiKeys.revoke')}
          </Button>
        )}
      </Cell>
    </TableRow>
  )
}
