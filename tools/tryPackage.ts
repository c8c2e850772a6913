import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Installs the Debian package in a clean Debian that boots with systemd, in a container without a network, by the very commands of docs/install.md; and over a package of an
// earlier version that holds data.

const suite = process.env.DEBIAN_SUITE ?? 'bookworm'
/** What the commands of docs/install.md take for granted, and what the checks below use. */
const packages = ['ca-certificates', 'curl', 'iproute2', 'nginx', 'openssl', 'postgresql', 'procps', 'systemd', 'systemd-sysv']
const document = join(import.meta.dirname, '../docs/install.md')

/** The commands of docs/install.md: its blocks in `sh` without a name, in order, and those with a name. */
function readCommands(): Record<'install' | 'upgrade' | 'certificate' | 'folders', string> {
  const blocks = [...readFileSync(document, 'utf8').matchAll(/^```sh ?(\w*)\n([\s\S]*?)^```$/gm)]
  const named = (name: string, count: number) => {
    const found = blocks.filter(([, label]) => label === name)
    if (found.length !== count) throw new Error(`docs/install.md has ${found.length} blocks of commands "${name}"`)
    return found.map(([, , block]) => block).join('')
  }
  return { install: named('', 4), upgrade: named('upgrade', 1), certificate: named('certificate', 1), folders: named('folders', 1) }
}

const hostCertificate = `mkdir -p /etc/ssl
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=tienda.example -addext subjectAltName=DNS:tienda.example -keyout /etc/ssl/trastienda.key -out /etc/ssl/trastienda.crt 2>/dev/null
`

/** Each line that `fact` prints is a fact; a command that fails ends it. */
const helpers = `
browse() { curl -sS --fail --retry 600 --retry-all-errors --retry-delay 1 --cacert /etc/ssl/trastienda.crt --resolve tienda.example:443:127.0.0.1 -o /root/page "$1"; }
has() { browse "$1"; grep -q "$2" /root/page; }
fact() { echo "FACT $*"; }
`
/** What holds after the installation, whatever is set. */
const serviceChecks = `
has https://tienda.example/readyz '"status":"ok"'
fact "served through the proxy over HTTPS"
has https://tienda.example/ '<script'
fact "the pages are there"
has https://tienda.example/plugins/woocommerce.zip 'pago-a-plazos/'
fact "the plugin for shops is there"
has "$(trastienda operator setup-link | grep -o 'https://tienda.example/console/setup?token=[A-Za-z0-9_-]*')" '<script'
fact "the first member of staff has a link"
[ "$(ps -eo user:20,args | grep '[t]ools/start.ts' | cut -d' ' -f1 | sort -u)" = trastienda ]
fact "no process of it is root"
[ "$(stat -c %a:%U:%G /etc/trastienda/trastienda.env)" = 640:root:trastienda ]
fact "the settings can be read by root and the service alone"
[ -z "$(find /usr/lib/trastienda -newer /etc/trastienda/trastienda.env -type f | head -1)" ]
fact "nothing was written beside the program"
systemctl kill -s KILL trastienda
sleep 1
has https://tienda.example/readyz '"status":"ok"'
until systemctl is-active -q trastienda; do sleep 1; done
fact "a killed server is started again"
systemctl stop trastienda
[ "$(systemctl show -p Result --value trastienda)" = success ]
fact "it stops in order"
systemctl start trastienda
dpkg -i /root/trastienda.deb > /dev/null
has https://tienda.example/readyz '"status":"ok"'
fact "the package can be installed over itself"
systemctl stop postgresql
since=$(date +%s)
systemctl restart --no-block trastienda
for _ in $(seq 600); do
  journalctl -u trastienda --since "@$since" -o cat --no-pager > /root/page
  if grep -q 'Waiting for the database' /root/page; then break; fi
  sleep 1
done
grep -q 'Waiting for the database' /root/page
systemctl start postgresql
systemctl start trastienda
has https://tienda.example/readyz '"status":"ok"'
fact "a start waits for its database"
systemctl stop postgresql
if systemctl restart trastienda; then exit 1; fi
# Longer than systemd counts failed starts before it gives up a service.
sleep 20
systemctl start postgresql
until systemctl is-active -q trastienda; do sleep 1; done
has https://tienda.example/readyz '"status":"ok"'
fact "without its database the start fails, and is tried again until it is there"
`

/** What settings lead to; at last the package is purged. */
const settingsChecks = ({ certificate, folders }: { certificate: string; folders: string }) => `
echo OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9 >> /etc/trastienda/trastienda.env
systemctl restart trastienda
has https://tienda.example/readyz '"status":"ok"'
fact "it serves while the collector of its traces does not answer"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=sello -keyout sello.key -out sello.crt 2>/dev/null
openssl pkcs12 -export -inkey sello.key -in sello.crt -passout pass:palabra -out sello.p12
${certificate.replace('…', 'palabra')}has https://tienda.example/readyz '"status":"ok"'
curl -sS --fail http://127.0.0.1:3000/metrics > /root/page
[ "$(awk '$1 == "facturae_certificate_valid_seconds" { print ($2 > 0) }' /root/page)" = 1 ]
fact "it signs electronic invoices with a certificate that only it can read"
sed -i s/palabra/otra/ /etc/trastienda/trastienda.env
if systemctl restart trastienda; then exit 1; fi
journalctl -u trastienda -o cat --no-pager > /root/page
grep -q 'FACTURAE_CERTIFICATE_PASSPHRASE does not open it' /root/page
fact "a wrong passphrase ends the start with a sentence"
sed -i s/otra/palabra/ /etc/trastienda/trastienda.env
mkdir -p -m 0777 /srv/bank/out /srv/bank/in
printf 'BANK_IBAN=ES9121000418450200051332\nPAYOUT_DIR=/srv/bank/out\nBANK_STATUS_DIR=/srv/bank/in\n' >> /etc/trastienda/trastienda.env
if systemctl restart trastienda; then exit 1; fi
journalctl -u trastienda -o cat --no-pager > /root/page
grep -q 'PAYOUT_DIR="/srv/bank/out" is not a folder' /root/page
${folders}has https://tienda.example/readyz '"status":"ok"'
[ -d /srv/bank/in/done ]
fact "it writes to folders of one's own once they are opened to the service, and ends with a sentence before"
app=$(openssl rand -hex 24)
echo "alter role trastienda_app password '$app'" | (cd / && runuser -u postgres -- psql -q)
sed -i "s/trastienda_app:[0-9a-f]*@/trastienda_app:$app@/" /etc/trastienda/trastienda.env
systemctl restart trastienda
has https://tienda.example/readyz '"status":"ok"'
fact "it serves with a new password of the database"
dpkg --purge trastienda > /dev/null
[ "$(systemctl is-active trastienda)" != active ]
[ -d /var/lib/trastienda ]
fact "purged; the data is kept"
`

/** Copies every row before the upgrade; afterwards counts, table by table, those that are no longer there as they were. */
const keepRows = `do $$ declare t text; begin
  create schema kept;
  for t in select table_name from information_schema.tables where table_schema = 'trastienda' and table_type = 'BASE TABLE' loop
    execute format('create table kept.%I as table trastienda.%I', t, t);
  end loop;
end $$`
const lostRows = `do $$ declare t text; columns text; lost bigint; found text := ''; begin
  -- Without staff, each start makes a new link for the first member and voids the one before.
  for t in select table_name from information_schema.tables where table_schema = 'kept' and table_name <> 'staff_links' loop
    select string_agg(format('%I::text', column_name), ',') into columns from information_schema.columns where table_schema = 'kept' and table_name = t;
    execute format('select count(*) from (select %s from kept.%I except all select %s from trastienda.%I) lost', columns, t, columns, t) into lost;
    if lost > 0 then found := found || format(' %s of %s', lost, t); end if;
  end loop;
  if found <> '' then raise exception 'rows are lost or changed:%', found; end if;
end $$`

/** An earlier version is installed and holds data; after the upgrade by the command of docs/install.md no row has changed. */
const upgradeChecks = (upgrade: string, version: string) => `
database() { (cd / && runuser -u postgres -- psql -qtA -v ON_ERROR_STOP=1 trastienda); }
trastienda seed --operations 3000
# Nobody works while rows are compared.
echo WORKERS=no >> /etc/trastienda/trastienda.env
systemctl restart trastienda
database <<'SQL'
${keepRows}
SQL
cp /etc/trastienda/trastienda.env /root/settings
browse https://tienda.example/healthz
before=$(cat /root/page)
cd /root && mv later.deb trastienda.deb
${upgrade}has https://tienda.example/healthz '"version":"${version}"'
[ "$(cat /root/page)" != "$before" ]
has https://tienda.example/readyz '"status":"ok"'
fact "upgraded from $before to ${version}"
cmp /root/settings /etc/trastienda/trastienda.env
fact "the settings are kept"
database <<'SQL'
${lostRows}
SQL
fact "$(echo 'select count(*) from kept.operations' | database) operations and all other rows are as they were"
sed -i /^WORKERS=/d /etc/trastienda/trastienda.env
systemctl restart trastienda
has https://tienda.example/readyz '"status":"ok"'
fact "it works on"
`

/** Runs once after the boot, then switches the container off. */
const unit = `[Unit]
After=multi-user.target network-online.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c '/bin/bash -e /root/try.sh > /root/try.log 2>&1; echo $? > /root/try.code; systemctl --no-block poweroff'
[Install]
WantedBy=multi-user.target
`

function debian(folder: string): void {
  console.log(`Making a clean Debian (${suite}) …`)
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', `--include=adduser,libstdc++6,${packages.join(',')}`, suite, folder], {
    stdio: 'inherit',
  })
}

/** Whether all checks passed; prints each. `file` is the package; with `earlier` that one is installed first, filled, and upgraded to `file`, which has this version. */
export async function tryPackage(file: string, version: string, earlier?: string): Promise<boolean> {
  for (const program of ['mmdebstrap', 'systemd-nspawn'])
    if (spawnSync('which', [program]).status !== 0) {
      console.error(`${program} is missing: apt install mmdebstrap systemd-container`)
      return false
    }
  const { install, upgrade, ...further } = readCommands()
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-debian-'))
  const inside = join(folder, 'root')
  try {
    debian(inside)
    copyFileSync(earlier ?? file, join(inside, 'root/trastienda.deb'))
    if (earlier) copyFileSync(file, join(inside, 'root/later.deb'))
    writeFileSync(
      join(inside, 'root/try.sh'),
      `trap 'journalctl -u trastienda -o cat --no-pager | tail -30' ERR\nset -x\ncd /root\n${hostCertificate}${install}set +x\n${helpers}${earlier ? upgradeChecks(upgrade, version) : serviceChecks + settingsChecks(further)}`,
    )
    writeFileSync(join(inside, 'etc/systemd/system/try.service'), unit)
    mkdirSync(join(inside, 'etc/systemd/system/multi-user.target.wants'), { recursive: true })
    execFileSync('ln', ['-sf', '/etc/systemd/system/try.service', join(inside, 'etc/systemd/system/multi-user.target.wants/try.service')])
    console.log(`Booting it and installing${earlier ? ` ${earlier}` : ''} …`)
    spawnSync('systemd-nspawn', ['-q', '--register=no', '--keep-unit', '--private-network', '--boot', '-D', inside], {
      timeout: 3_600_000,
      encoding: 'utf8',
    })
    const log = existsSync(join(inside, 'root/try.log')) ? readFileSync(join(inside, 'root/try.log'), 'utf8') : 'it did not boot'
    const code = existsSync(join(inside, 'root/try.code')) ? readFileSync(join(inside, 'root/try.code'), 'utf8').trim() : 'none'
    for (const line of log.split('\n').filter((one) => one.startsWith('FACT '))) console.log(`  ${line.slice('FACT '.length)}`)
    if (code !== '0') console.error(`Ended with ${code}:\n${log.split('\n').slice(-80).join('\n')}`)
    return code === '0'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
