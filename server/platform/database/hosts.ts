import pg from 'pg'

/**
 * One connection URI per host of a multi-host URI in libpq's form (not RFC 3986): `postgres://…@one:5432,two:5432/name` names a primary and its
 * standbys.
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/** Per URI, the index of the host that is the primary or is to be tried next; all connections of a process use the same one. */
const hostIndexes = new Map<string, number>()

/** Per URI, the clients that are connected or connecting, with the index of their host: of the pool, the job library and the listener. */
const openClients = new Map<string, Map<pg.Client, number>>()

/**
 * Closes the connections to all other hosts once the primary has answered on this one: a lost host may never answer them, and a standby would give them outdated rows.
 * Their statements are repeated; the outcome of a COMMIT that was already sent is unknown.
 */
function leaveOtherHosts(url: string, index: number, hosts: number): void {
  if ((hostIndexes.get(url) ?? 0) !== index) return
  for (const [client, other] of openClients.get(url) ?? []) if (other % hosts !== index % hosts) client.connection.stream.destroy()
}

/** Per client of several hosts: makes the next one try the host after its own, unless another client did so already. */
const nextHost = new WeakMap<pg.ClientBase, () => void>()

/** Its host does not answer any more: new connections begin with the next one, if there is one, instead of waiting for it again. */
export const leaveHostOf = (client: pg.ClientBase): void => nextHost.get(client)?.()

/** With the SQLSTATE cannot_connect_now, so that callers wait and retry. */
const notPrimary = () => Object.assign(new Error('this host is a standby'), { code: '57P03' })

/**
 * The client class for this URI: the driver's own, or for several hosts one that connects to the primary. The attempt fails when the host is unreachable or a standby
 * (reported during sign-in since PostgreSQL 14), and the next attempt goes to the next host. Once a primary is found there, connections to other hosts are cut: each
 * must be a server of its own, not another address of the same one.
 */
export function clientOf(url: string): typeof pg.Client {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return pg.Client
  return class PrimaryClient extends pg.Client {
    readonly #index: number
    #isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      const index = hostIndexes.get(url) ?? 0
      const settings = typeof config === 'string' ? {} : config
      super({ ...settings, connectionString: addresses[index % addresses.length] })
      this.#index = index
      nextHost.set(this, () => {
        if ((hostIndexes.get(url) ?? 0) === index) hostIndexes.set(url, index + 1)
      })
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(callback?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary().catch((error: unknown) => {
        leaveHostOf(this)
        throw error
      })
      if (!callback) return connecting
      const notify = callback as (error: Error | null, client?: pg.Client) => void // both overloads of the driver's declaration
      connecting.then((client) => notify(null, client), notify)
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const open = openClients.get(url) ?? new Map<pg.Client, number>()
      openClients.set(url, open.set(this, this.#index))
      this.once('end', () => open.delete(this))
      await super.connect()
      if (!this.#isStandby) {
        leaveOtherHosts(url, this.#index, addresses.length)
        return this
      }
      await this.end()
      throw notPrimary()
    }
  }
}
