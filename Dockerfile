# Padavu in a container: built from the lock file, run by a user without rights on a file system that may be read-only.
# What it writes goes to DATA_DIR, a volume. docs/operating.md tells how to run it.
# compose.yaml gives it with a digest (deploy/pin-images).
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV ASTRO_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# Not `npm ci`: docs/decisions/0006-npm-install.md
RUN npm install --omit=dev --no-save --no-audit --no-fund
COPY astro.config.mjs tsconfig.json ./
COPY public ./public
COPY scripts ./scripts
COPY src ./src
# Where browsers find the API becomes part of their code.
ARG PUBLIC_API_BASE=/api/v1
ENV PUBLIC_API_BASE=${PUBLIC_API_BASE}
# The image brings the Node of the package 'node' itself.
RUN node scripts/build.mjs && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node dist/.build-stamp .astro && \
    cp -RL dist /built

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4321 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
# src: the commands `npm run content|staff|data`, and the demo content
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /built ./dist
COPY deploy/create-bucket.mjs ./deploy/
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=4s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# How Node is started is said in scripts/server-flags.mjs.
CMD ["node", "--max-semi-space-size=16", "dist/server/entry.mjs"]
