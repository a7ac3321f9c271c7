-- SPDX-License-Identifier: Apache-2.0
-- StackFlow in Neovim, from 0.7 on. Put this file into ~/.config/nvim/plugin/, or load it with :luafile.
-- Set vim.g.stackflow_command to a list to start another program than `stackflow lsp`.

local group = vim.api.nvim_create_augroup("stackflow", {})

-- A script, a file of texts, or one of extensions belongs to the flow beside it.
local function belongs(path)
  local folder = vim.fn.fnamemodify(path, ":h")
  local name = vim.fn.fnamemodify(path, ":t")
  for _, flow in ipairs(vim.fn.glob(folder .. "/*.flow.yaml", true, true)) do
    local stem = vim.fn.fnamemodify(flow, ":t"):sub(1, -#"flow.yaml" - 1)
    if name:sub(1, #stem) == stem or name:match("%.extensions%.yaml$") then return true end
  end
  return false
end

-- The questions of copier and cookiecutter, whose files keep their own servers.
local foreign = { ["copier.yml"] = true, ["copier.yaml"] = true, ["cookiecutter.json"] = true }

local clients = {}

local function attach(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local isForeign = foreign[vim.fn.fnamemodify(path, ":t")]
  if not path:match("%.flow%.ya?ml$") and not isForeign and not belongs(path) then return end
  local folder = vim.fn.fnamemodify(path, ":h")
  if not clients[folder] or not vim.lsp.get_client_by_id(clients[folder]) then
    clients[folder] = vim.lsp.start_client({
      name = "stackflow",
      cmd = vim.g.stackflow_command or { "stackflow", "lsp" },
      root_dir = folder,
      -- Only StackFlow's server has these files: a server of YAML would report what isn't wrong.
      on_attach = function(_, attached)
        vim.bo[attached].omnifunc = "v:lua.vim.lsp.omnifunc"
        if foreign[vim.fn.fnamemodify(vim.api.nvim_buf_get_name(attached), ":t")] then return end
        for _, client in pairs(vim.lsp.buf_get_clients(attached)) do
          if client.name == "yamlls" then vim.lsp.buf_detach_client(attached, client.id) end
        end
      end,
    })
  end
  if clients[folder] then vim.lsp.buf_attach_client(buffer, clients[folder]) end
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  group = group,
  pattern = {
    "*.flow.yaml", "*.flow.yml", "*.test.yaml", "*.texts.yaml", "*.extensions.yaml",
    "copier.yml", "copier.yaml", "cookiecutter.json",
  },
  callback = function(event) attach(event.buf) end,
})
