/** What may lie over the list, beside its two routes; in the address, so that reload and Back keep it. */
const audienceDialogs = ['receipt', 'contains', 'overlap', 'erase'] as const
export type AudienceDialog = (typeof audienceDialogs)[number]

/** Everything that decides what the page shows. `id`: the audience that the dialog is about. */
export type AudiencesQuery = { status: 'kept' | 'erased'; page: number; dialog: AudienceDialog | null; id: string | null }

/** Reads the address; what is not known is left out, as is a dialog that does not say what it is about. */
export function readAudiencesQuery(search: Readonly<Record<string, string>>): AudiencesQuery {
  const id = /^[0-9a-f]{32}$/.test(search['audience'] ?? '') ? (search['audience'] ?? null) : null
  const dialog = id === null ? null : (audienceDialogs.find((one) => one === search['dialog']) ?? null)
  return {
    status: search['status'] === 'erased' ? 'erased' : 'kept',
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
    dialog,
    id: dialog === null ? null : id,
  }
}

/** The query as the address writes it; what is as the page opens is left out. */
export const audiencesSearch = ({ status, page, dialog, id }: AudiencesQuery): Record<string, string> => ({
  ...(status === 'erased' && { status }),
  ...(page > 1 && { page: String(page) }),
  ...(dialog && id && { dialog, audience: id }),
})
