import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const BASE = 'docker.io/library/node:24-bookworm-slim'
const BUILT = 'language-quiz'
const STAND_IN = 'stand-in'
const OWN_CERTIFICATES = '/etc/ssl/own.crt'
const DEBIAN = 'http://deb.debian.org/debian'

/** Needs no daemon and no overlay file system, but root. */
const buildah = (...words: string[]) =>
  execFileSync('buildah', ['--storage-driver', 'vfs', ...words], { encoding: 'utf8', maxBuffer: 1e8 }).trim()

const isThere = (image: string): boolean => {
  try {
    buildah('inspect', '--type', 'image', image)
    return true
  } catch {
    return false
  }
}

/** Debian with this Node and npm, for machines without access to a registry. */
function makeStandIn(): void {
  const root = mkdtempSync(join(tmpdir(), 'language-quiz-base-'))
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root, DEBIAN])
  cpSync(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true })
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const container = buildah('from', 'scratch')
  buildah('add', container, root, '/')
  // A machine behind a proxy has its own certificates.
  const { NODE_EXTRA_CA_CERTS } = process.env
  if (NODE_EXTRA_CA_CERTS) {
    buildah('add', container, NODE_EXTRA_CA_CERTS, OWN_CERTIFICATES)
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${OWN_CERTIFICATES}`, container)
  }
  buildah('config', '--cmd', 'node', '--label', `${STAND_IN}=yes`, container)
  buildah('commit', '--rm', container, BASE)
  rmSync(root, { recursive: true })
}

export type Image = {
  /** Whether this is the real base image. */
  isReal: boolean
  root: string
  config: { Env: string[]; Cmd: string[]; User: string; WorkingDir: string; Healthcheck: { Test: string[] } }
  remove: () => void
}

/** Builds the Dockerfile and mounts the result. */
export function buildImage(): Image {
  if (!isThere(BASE))
    try {
      buildah('pull', BASE)
    } catch {
      makeStandIn()
    }
  buildah('bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', BUILT, '.')
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', BUILT))
  const container = buildah('from', '--pull-never', BUILT)
  return {
    isReal: !(STAND_IN in (Docker.config.Labels ?? {})),
    root: buildah('mount', container),
    config: Docker.config,
    remove: () => {
      buildah('rm', container)
      buildah('rmi', BUILT)
    },
  }
}
