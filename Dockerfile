# Pinned by exact version. A digest would pin the bytes as well: put the one your registry shows behind each tag
# (node:…@sha256:…) when you build for production; none could be looked up where this file was written.
ARG NODE=node:24.21.0-bookworm-slim

# The console, with everything that is needed to build it.
FROM ${NODE} AS console
WORKDIR /firebreak
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
COPY client/package.json client/
RUN npm ci --include=dev --include=optional
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY console console
COPY docs docs
RUN npm run build

# The packages the service runs on: none for development, no console's, no PostgreSQL or Node of their own.
FROM ${NODE} AS packages
WORKDIR /firebreak
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
COPY client/package.json client/
RUN npm ci --omit=dev --omit=optional --workspaces=false

FROM ${NODE}
# The fence around plugins of your own and around what a diagnosis runs on this machine.
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
# What installs packages has no business where the service runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /opt/yarn-v* /usr/local/bin/yarn /usr/local/bin/yarnpkg
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /firebreak
COPY --from=packages /firebreak/node_modules node_modules
COPY --from=console /firebreak/console/dist console/dist
COPY package.json LICENSE ./
COPY migrations migrations
COPY src src
# By number, so that a cluster can see that it is not root. Everything above belongs to root: the service writes nothing here.
USER 1000:1000
EXPOSE 8080
# Ready and with its store, by the node that is here anyway.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "--disable-sigusr1", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# In this form SIGTERM reaches the service itself, which drains for up to 25 s. The flags are those of scripts/runtime.mjs.
ENTRYPOINT ["node", "--disable-sigusr1", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--heap-growing-percent=50", "src/main.ts"]
CMD ["serve"]
