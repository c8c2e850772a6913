import FileText from 'lucide-react/icons/file-text'
import type { Audience } from '#contract/sales/audiences'
import { shortId } from '#domain/platform/shortId'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { saveFile } from '../../platform/lists/saveFile.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { AudienceState } from './AudienceState.tsx'
import { receiptLines } from './audienceText.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'

type ReceiptModalProps = { audience: Audience; hrefOf: (change: Partial<AudiencesQuery>) => string; onClose: () => void }

/** The audience's receipt: what was done, by whom and on which lawful basis; kept after its members are erased. */
export function ReceiptModal({ audience, hrefOf, onClose }: ReceiptModalProps) {
  const { shopName, mode } = useMerchant()
  const lines = receiptLines(audience, { shopName, mode })
  const ending = t(audience.erased === null ? 'audiences.receipt.none' : 'audiences.receipt.gone')
  function save() {
    const words = [
      t('audiences.receipt.heading', { name: audience.name }),
      '',
      ...lines.map(([term, value]) => `${term}: ${value}`),
      '',
      ending,
      '',
    ]
    saveFile(
      new Blob([`\ufeff${words.join('\r\n')}`], { type: 'text/plain' }),
      t('audiences.receipt.fileName', { number: shortId(audience.uuid) }),
    )
  }
  return (
    <Dialog
      title={audience.name}
      tag={<ModeTag />}
      subtitle={t('audiences.receipt.subtitle')}
      onClose={onClose}
      firstFocus="h2"
      note={
        audience.erased === null && !audience.inUse ? (
          <Button variant="danger" href={hrefOf({ dialog: 'erase', id: audience.uuid })}>
            {t('audiences.erase')}
          </Button>
        ) : undefined
      }
      footer={
        <Button variant="filled" icon={<FileText aria-hidden />} onClick={save}>
          {t('audiences.receipt.save')}
        </Button>
      }
    >
      <div className="pb-5">
        <AudienceState audience={audience} />
      </div>
      <DefinitionList items={lines.map(([term, value]) => ({ key: term, term, value }))} />
      <p className="mt-5 border-t border-line pt-4 text-sm text-ink-3">{ending}</p>
    </Dialog>
  )
}
